/// All data of the program.
struct HabitData: Sendable, Equatable {
  var profile = Profile()
  var areas: [Area] = []
  var habits: [Habit] = []
  var badHabits: [BadHabit] = []
}

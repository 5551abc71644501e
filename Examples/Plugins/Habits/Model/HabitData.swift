/// All that is kept of one player.
struct HabitData: Sendable, Equatable {
  var profile = Profile()
  var areas: [Area] = []
  var habits: [Habit] = []
  var badHabits: [BadHabit] = []
}

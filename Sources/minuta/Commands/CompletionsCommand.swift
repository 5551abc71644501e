import IntentKit

/// Prints a shell completion script, or the candidates for the next word.
struct CompletionsCommand: Command {
  let name = "completions"
  let usage = "completions bash|fish|zsh"
  let summary = "Print a shell completion script"
  let group = "Plumbing"
  let examples = ["completions bash"]
  let takesRawArguments = true

  /// The first argument that a completion script passes to get the candidates for the next word.
  private static let candidatesAction = "words"

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let console = Console(program.environment)
    let word = words.positionals[0]
    if word == Self.candidatesAction {
      let found = await ShellCompleter(program).candidates(Array(words.rest))
      try console.print(lines: found.map(\.line))
      return 0
    }
    guard let script = Self.scripts[word] else {
      let shells = Self.scripts.keys.sorted()
      throw Failure.invalidChoice(flag: name, word, among: shells)
    }
    if let word = words.rest.first { throw Failure.unexpectedArgument(word) }
    try console.print(script)
    return 0
  }

  /// The completion scripts by the names of their shells.
  static let scripts = [
    "bash": """
    _minuta() {
      mapfile -t COMPREPLY < <(minuta completions words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      # Flags alone are listed by a second Tab; the first one would insert their hyphens.
      if [[ -z ${COMP_WORDS[COMP_CWORD]} && ${COMPREPLY[0]} == -* ]] && ((COMP_TYPE != 63)); then
        COMPREPLY=()
        compopt +o default
      fi
      local i
      for i in "${!COMPREPLY[@]}"; do
        # The list after a second Tab shows the notes.
        if ((COMP_TYPE == 63 && ${#COMPREPLY[@]} > 1)); then
          COMPREPLY[i]=${COMPREPLY[i]/$'\\t'/  }
          continue
        fi
        COMPREPLY[i]=${COMPREPLY[i]%%$'\\t'*}
        [[ ${COMP_WORDS[COMP_CWORD]} == [\\"\\']* ]] || printf -v "COMPREPLY[i]" %q "${COMPREPLY[i]}"
        COMPREPLY[i]=${COMPREPLY[i]//\\\\,/,}
      done
    }
    complete -o nosort -o default -F _minuta minuta 2>/dev/null ||
      complete -o default -F _minuta minuta
    """,
    "fish": """
    function __minuta_words
      set -l found (minuta completions words (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
      if string match -q -- '-*' $found[1]; and test -z (commandline -ct)
        return
      else if set -q found[1]
        printf '%s\\n' $found
      else
        __fish_complete_path (commandline -ct)
      end
    end
    complete -c minuta -f -k -a '(__minuta_words)'
    """,
    "zsh": """
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
    _minuta() {
      local -a found texts shown
      found=("${(@f)$(minuta completions words "${(@)words[2,CURRENT]}" 2>/dev/null)}")
      texts=(${found%%$'\\t'*})
      shown=(${found/$'\\t'/  })
      if [[ -n $found ]]; then
        # Flags alone are listed; otherwise their hyphens would be inserted.
        [[ -z $words[CURRENT] && $found[1] == -* ]] && compstate[insert]= compstate[list]='list force'
        compadd -V minuta -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -d shown -a texts
      else
        _files
      fi
    }
    compdef _minuta minuta
    """,
  ]
}

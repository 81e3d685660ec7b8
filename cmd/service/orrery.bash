# Completes orrery's verbs, flags and the model's names in bash: the program is asked.
_orrery() {
  local IFS=$'\n'
  # shellcheck disable=SC2207  # a line a candidate
  COMPREPLY=($(orrery complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _orrery orrery

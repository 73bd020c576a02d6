"""What teaches bash, zsh and fish to complete gradcli's words: click's way, with better scripts.

Beyond click's, files are completed in ``NAME=@FILE``, nothing is added after ``NAME=`` and
``grad.``, and a comma in a description does not end it. This module knows shells. It does not know
what is completed.
"""

from __future__ import annotations

import os
from typing import ClassVar

import click
from click.shell_completion import (
    BashComplete,
    FishComplete,
    ZshComplete,
    add_completion_class,
    shell_complete,
    split_arg_string,
)

_VARIABLE = "_GRADCLI_COMPLETE"

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT} type value
    local word=${line##*[[:space:]]} breaks=${COMP_WORDBREAKS//@}
    local cur=${word##*["$breaks"]}
    local before=${word%%"$cur"}
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file)
                compopt -o default
                [[ $word == *=@* ]] || continue
                for value in $(compgen -f -- "${word#*=@}"); do
                    [[ -d $value ]] && value+=/ && compopt -o nospace
                    printf -v value '%%s=@%%q' "${word%%%%=@*}" "$value"
                    COMPREPLY+=("${value#"$before"}")
                done
                ;;
            plain)
                [[ $value == *'#'* ]] && printf -v value '%%q' "$value"
                [[ $word == --*=* ]] && value=${word%%%%=*}=$value
                COMPREPLY+=("${value#"$before"}")
                [[ $value == *[=.] ]] && compopt -o nospace
                ;;
        esac
    done < <(env COMP_WORDS="$line" COMP_CWORD="$COMP_CWORD" %(complete_var)s=bash_complete "$1")
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""
_ZSH = """\
#compdef %(prog_name)s

%(complete_func)s() {
    local -a plain open columns described response
    local option=
    (( ! $+commands[%(prog_name)s] )) && return 1

    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \\
        %(complete_var)s=zsh_complete %(prog_name)s)}")

    [[ "${words[CURRENT]}" == --*=* ]] && option="${words[CURRENT]%%%%=*}="
    for type key descr in ${response}; do
        if [[ "$type" == dir ]]; then
            _path_files -/
        elif [[ "$type" == file ]]; then
            compset -P '*=@' || compset -P 1 '--*='
            _path_files -f
        elif [[ "$descr" != _ ]]; then
            described+=("$option$key":"$descr")
        elif [[ "$key" == *'#'* ]]; then
            columns+=("$option${${(q)key}//\\\\\\#/#}")
        elif [[ "$key" == *[=.] ]]; then
            open+=("$option$key")
        else
            plain+=("$option$key")
        fi
    done

    (( $#described )) && _describe -V unsorted described -U
    (( $#plain )) && compadd -U -V unsorted -a plain
    (( $#columns )) && compadd -Q -U -V unsorted -a columns
    (( $#open )) && compadd -U -S '' -V unsorted -a open
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit; compinit -i }
    compdef %(complete_func)s %(prog_name)s
fi
"""
_FISH = """\
function %(complete_func)s
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \\
        COMP_CWORD=(commandline -t) %(prog_name)s)
    set -l option (string match -r '^--[^=]+=' -- (commandline -t); or echo '')
    for completion in $response
        set -l item (string split -m 1 , -- $completion)
        switch $item[1]
            case dir
                __fish_complete_directories $item[2]
            case file
                set -l before (string match -r '^.*=@' -- $item[2]; or echo '')
                for path in (__fish_complete_path (string replace -- "$before" '' $item[2]))
                    echo $option$before$path
                end
            case plain
                echo $option$item[2]
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class _Bash(BashComplete):
    source_template: ClassVar[str] = _BASH

    @staticmethod
    def _check_version() -> None:
        """Ask no other bash which version it is."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Take the words from the line: bash cuts them at ``=`` and ``@``."""
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)[1:]
        last = "" if line[-1:].isspace() or not words else words.pop()
        return words, last


class _Zsh(ZshComplete):
    source_template: ClassVar[str] = _ZSH


class _Fish(FishComplete):
    source_template: ClassVar[str] = _FISH


_CLASSES = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}


def answer(group: click.Command, instruction: str) -> int:
    """Answer a shell: with completions, or with its script."""
    for shell, made in _CLASSES.items():
        add_completion_class(made, shell)
    return shell_complete(group, {}, "gradcli", _VARIABLE, instruction)


def script(group: click.Command, shell: str) -> str:
    """Return what a shell is to run once."""
    return _CLASSES[shell](group, {}, "gradcli", _VARIABLE).source()

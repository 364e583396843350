package io.koordbridge.colo.completion;

import io.koordbridge.colo.terminal.ExitCodes;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The script on the standard output. */
@Command(
        name = "completion",
        aliases = "generate-completion",
        description = {
            "Script for completion in bash and zsh; names of nodes come from the cluster. To load it:",
            "  source <(colo completion bash)"
        })
public final class CompletionCommand implements Callable<Integer> {
    /** Where a node is named, colo is asked for names; its words so far say which cluster. */
    private static final String NODE_NAMES = """

            function _colo_or_node() {
              local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} i
              local options=()
              for ((i = 1; i < COMP_CWORD - 1; i++)); do
                case ${COMP_WORDS[i]} in
                  --kubeconfig | --context | -n | --namespace | --manager) options+=("${COMP_WORDS[i]}" "${COMP_WORDS[i+1]}") ;;
                esac
              done
              case $before in
                node) [[ ${COMP_WORDS[COMP_CWORD-2]} =~ ^(explain|drain|freeze|thaw)$ ]] || before= ;;
                --node) ;;
                *) before= ;;
              esac
              if [ -n "$before" ]; then
                COMPREPLY=($(compgen -W "$(command colo capacity -o name --timeout 2 "${options[@]}" 2>/dev/null | sed 's|^node/||')" -- "$word"))
              else
                _complete_colo "$@"
              fi
            }
            complete -F _colo_or_node -o default colo
            """;

    /** Both read the same script. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            defaultValue = "bash",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("UnusedVariable")
    private Shell shell = Shell.BASH;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine colo = spec.root().commandLine();
        colo.getOut().print(AutoComplete.bash(colo.getCommandName(), colo) + NODE_NAMES);
        colo.getOut().flush();
        return ExitCodes.OK;
    }
}

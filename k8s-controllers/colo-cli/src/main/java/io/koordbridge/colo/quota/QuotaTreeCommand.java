package io.koordbridge.colo.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** All quotas, children under their parents. */
@Command(name = "tree", description = "All quotas, children under their parents: limits, runtime and use.")
public final class QuotaTreeCommand implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public QuotaTreeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        JsonNode quotas = session.api(Component.SCHEDULER).read("plugins/ElasticQuota/quotas?tree=*");
        spec.commandLine().getOut().println(session.text(spec, quotas, () -> QuotaTreeFormatter.of(quotas)));
        return ExitCodes.OK;
    }
}

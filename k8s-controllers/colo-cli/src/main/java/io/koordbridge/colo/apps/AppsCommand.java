package io.koordbridge.colo.apps;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.AppsAnswer;
import io.koordbridge.answers.AppsAnswer.Source;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.table.PlainText;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.ListOptions;
import io.koordbridge.colo.terminal.PastTime;
import io.koordbridge.colo.terminal.Session;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One line per application of YARN. Ends with 3 when a ResourceManager does not answer. */
@Command(
        name = "apps",
        description =
                "Applications of YARN as the ResourceManagers remember them, those that started last first. A dash is not known. -o wide adds vcores.",
        footer = {
            "",
            "Columns:",
            "  AGE           since it started",
            "  MASTER        host of its application master",
            "  CONTAINERS    that it has now",
            "  PREEMPTED     tasks that it lost to shrinks, evictions or preemption",
            "  MASTERS-LOST  masters that it lost to them",
            "  CORE-SECONDS  cores that it was given, over time; GIB-SECONDS its memory"
        })
public final class AppsCommand implements Callable<Integer> {
    private static final String PATH = "apps";
    private static final int PROBLEM = 300;

    private final Session session;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only those in this state of YARN, such as running or failed.")
    private @Nullable String state;

    @Option(names = "--user", paramLabel = "NAME", description = "Only those of this user.")
    private @Nullable String user;

    @Option(names = "--queue", paramLabel = "NAME", description = "Only those of this queue, such as a or root.a.")
    private @Nullable String queue;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = PastTime.class,
            description = "Only those that run or have ended in this time, such as 90s, 15m, 2h or 7d.")
    private @Nullable Duration since;

    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            defaultValue = "100",
            description = "At most so many, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private int limit = 100;

    @Mixin
    private ListOptions list = new ListOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public AppsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ApiReader api = session.api(Component.OPERATOR);
        int[] silent = {0};
        list.print(spec.commandLine().getOut(), () -> {
            JsonNode document = api.read(path());
            AppsAnswer answer = api.as(AppsAnswer.class, document, PATH);
            silent[0] = report(answer);
            return session.text(spec, document, () -> text(answer));
        });
        return silent[0] > 0 ? ExitCodes.CANNOT_REACH : ExitCodes.OK;
    }

    private String path() {
        StringBuilder path = new StringBuilder(PATH).append("?limit=").append(limit);
        add(path, "state", state);
        add(path, "user", user);
        add(path, "queue", queue);
        Duration time = since;
        if (time != null) {
            add(
                    path,
                    "since",
                    Long.toString(Clock.systemUTC().instant().minus(time).toEpochMilli()));
        }
        return path.toString();
    }

    private static void add(StringBuilder path, String name, @Nullable String value) {
        if (value != null) {
            path.append('&').append(name).append('=').append(ApiReader.segment(value));
        }
    }

    private int report(AppsAnswer answer) {
        PrintWriter err = spec.commandLine().getErr();
        int silent = 0;
        for (Source cluster : answer.clusters()) {
            String problem = cluster.problem();
            if (problem != null) {
                silent++;
                err.println("colo: cluster " + cluster.id() + ": its applications are not known: "
                        + PlainText.of(problem, PROBLEM));
            } else if (!cluster.complete()) {
                err.println("colo: cluster " + cluster.id() + ": its ResourceManager remembers more applications than"
                        + " are read; some are missing");
            }
        }
        int more = answer.fitting() - answer.apps().size();
        if (more > 0) {
            err.println("colo: " + more + " more fit; --limit");
        }
        return silent;
    }

    private String text(AppsAnswer answer) {
        if (answer.apps().isEmpty()) {
            return state == null && user == null && queue == null && since == null
                    ? "No ResourceManager remembers an application."
                    : "No application fits.";
        }
        return list.table(AppTable.of(answer.apps(), session.wide(), answer.time()));
    }
}

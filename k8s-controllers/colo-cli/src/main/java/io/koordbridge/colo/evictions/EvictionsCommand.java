package io.koordbridge.colo.evictions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.EventList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.selection.NodeFilter;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.ListOptions;
import io.koordbridge.colo.terminal.PastTime;
import io.koordbridge.colo.terminal.Session;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One line per eviction that the API server remembers. */
@Command(
        name = "evictions",
        description =
                "Pods and YARN containers that were evicted, the newest first: events and pods that the API server still has.",
        footer = {
            "",
            "Columns:",
            "  KIND    pod, or container of YARN",
            "  OWNER   controller of a pod that is still there, application of a container",
            "  REASON  what was short, the feature of koordlet, or the reason of Kubernetes",
            "  FREED   what it requested, CPU in cores / memory; a dash is not known",
            "",
            "What a shrink of YARN's lease ended: colo apps, column PREEMPTED."
        })
public final class EvictionsCommand implements Callable<Integer> {

    /** Of each reason. */
    private static final long MOST = 5_000;

    private final Session session;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = PastTime.class,
            description = "Only those of this time, such as 90s, 15m or 2h. Default:%nall that the API server has.")
    private @Nullable Duration since;

    @Mixin
    private NodeFilter filter = new NodeFilter();

    @Mixin
    private ListOptions list = new ListOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public EvictionsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ClusterAccess access = session.cluster();
        list.print(spec.commandLine().getOut(), () -> read(access));
        return ExitCodes.OK;
    }

    private String read(ClusterAccess access) {
        Instant now = Clock.systemUTC().instant();
        Predicate<String> chosen = filter.names(session);
        List<Eviction> evictions = EvictionList.of(access.ask(() -> find(access.client()))).stream()
                .filter(one -> !filter.given() || (one.node() != null && chosen.test(one.node())))
                .filter(one ->
                        since == null || (one.time() != null && !one.time().isBefore(now.minus(since))))
                .toList();
        ObjectNode document = ApiReader.JSON.createObjectNode().put("time", now.toString());
        document.set("evictions", ApiReader.JSON.valueToTree(evictions));
        return session.text(spec, document, () -> text(evictions, now));
    }

    private List<Eviction> find(KubernetesClient client) {
        List<Eviction> found = new ArrayList<>();
        io.fabric8.kubernetes.api.model.ListOptions most =
                new ListOptionsBuilder().withLimit(MOST).build();
        for (String reason : EvictionEvents.reasons()) {
            EventList events = client.v1()
                    .events()
                    .inAnyNamespace()
                    .withField("reason", reason)
                    .list(most);
            warn(events.getMetadata().getContinue(), "events " + reason);
            events.getItems().forEach(event -> found.addAll(EvictionEvents.read(event)));
        }
        PodList pods = client.pods()
                .inAnyNamespace()
                .withField("status.phase", "Failed")
                .list(most);
        warn(pods.getMetadata().getContinue(), "failed pods");
        pods.getItems().forEach(pod -> found.addAll(DisruptedPods.read(pod)));
        return found;
    }

    private void warn(@Nullable String rest, String what) {
        if (rest != null && !rest.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("colo: the API server has more than " + MOST + " " + what + "; some are missing");
        }
    }

    private String text(List<Eviction> evictions, Instant now) {
        if (!evictions.isEmpty()) {
            return list.table(EvictionTable.of(evictions, session.wide(), now));
        }
        return since == null && !filter.given()
                ? "The API server remembers no eviction; it keeps events for an hour by default."
                : "No eviction fits.";
    }
}

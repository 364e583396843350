package io.koordbridge.colo.drain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.answers.NodesAnswer.Drain;
import io.koordbridge.api.annotation.YarnDrain;
import io.koordbridge.api.document.yarn.YarnDrainReader;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.cluster.NodeAnnotations;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.colo.terminal.Span;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Orders a drain, follows it, or calls it off. */
final class DrainRun {
    private static final String KEY = Annotations.NODE_YARN_DRAIN;
    private static final int ANSWERS = 8;
    private static final Set<String> OVER = Set.of("DONE", "FAILED");

    private final Session session;
    private final CommandSpec spec;
    private final DrainOptions options;
    private final NodeAnnotations nodes;

    DrainRun(Session session, CommandSpec spec, DrainOptions options) {
        this.session = session;
        this.spec = spec;
        this.options = options;
        this.nodes = new NodeAnnotations(session.cluster());
    }

    int of(String name) {
        Optional<Node> node = nodes.find(name);
        if (node.isEmpty()) {
            return problem("there is no node " + name);
        }
        if (options.cancel()) {
            return cancel(name);
        }
        DrainWatch watch = new DrainWatch(session, name);
        if (!watch.look()) {
            return problem(
                    "the yarn-operator knows no NodeManager on node " + name + ". colo nodes lists those it knows.");
        }
        YarnDrain underWay = underWay(node.get(), watch);
        YarnDrain order = underWay == null ? ordered(name, watch) : underWay;
        if (underWay != null) {
            say("a drain of node %s is under way since %s; its own options count".formatted(name, order.time()));
        }
        if (!options.waits()) {
            say("ordered; colo drain node %s follows it, with --cancel calls it off".formatted(name));
            return ExitCodes.OK;
        }
        boolean untilDeleted = Boolean.TRUE.equals(order.deletePod()) && isInAPod(name);
        try (Goodbye goodbye = Goodbye.of(name, spec.commandLine().getErr())) {
            return end(
                    name,
                    order,
                    new DrainFollow(watch, nodes, patience(), this::say)
                            .until(name, order, underWay == null, untilDeleted));
        }
    }

    /** Also where it may not be known: most are. */
    private boolean isInAPod(String node) {
        ClusterAccess access = session.cluster();
        try {
            return !access.ask(() -> access.client()
                            .pods()
                            .inAnyNamespace()
                            .withField("spec.nodeName", node)
                            .withLabel(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                            .list()
                            .getItems())
                    .isEmpty();
        } catch (AnswerException e) {
            return true;
        }
    }

    private int cancel(String name) {
        Optional<Node> before = nodes.change(name, KEY, node -> true, null);
        boolean was = before.map(NodeAnnotations::of)
                .filter(all -> all.containsKey(KEY))
                .isPresent();
        say(was ? "the drain of node " + name + " is called off" : "no drain of node " + name + " is ordered");
        return ExitCodes.OK;
    }

    /** The order that a Node has and that is not over. */
    private static @Nullable YarnDrain underWay(Node node, DrainWatch watch) {
        YarnDrain order = YarnDrainReader.drain(node).value();
        Drain drain = watch.drain();
        boolean over = order != null && drain != null && drain.id().equals(order.id()) && OVER.contains(drain.state());
        return over ? null : order;
    }

    /** A new order, or one of another user that was written at the same moment. */
    private YarnDrain ordered(String name, DrainWatch watch) {
        YarnDrain mine = new YarnDrain(
                UUID.randomUUID().toString(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                DrainOptions.timeout(spec).toSeconds(),
                options.evictMasters(),
                !options.keepPod());
        AtomicReference<YarnDrain> counts = new AtomicReference<>(mine);
        String value = ApiReader.JSON.valueToTree(mine).toString();
        Optional<Node> written = nodes.change(
                name,
                KEY,
                node -> {
                    YarnDrain other = underWay(node, watch);
                    counts.set(other == null ? mine : other);
                    return other == null;
                },
                value);
        if (written.isEmpty()) {
            throw new AnswerException("node " + name + " has gone");
        }
        say("drain of node %s within %s, masters %s, the pod %s"
                .formatted(
                        name,
                        Span.text(DrainOptions.timeout(spec)),
                        options.evictMasters() ? "are ended as well" : "hold it",
                        options.keepPod() ? "stays" : "is deleted"));
        return Objects.requireNonNull(counts.get());
    }

    private int end(String name, YarnDrain order, DrainFollow.End end) {
        if (session.structured()) {
            ObjectNode document = ApiReader.JSON.createObjectNode().put("node", name);
            document.set("drain", end.document());
            print(session.text(spec, document, () -> ""));
        }
        Drain drain = end.drain();
        if (drain == null) {
            return problem("the drain of node " + name + " was called off");
        }
        switch (drain.state()) {
            case "DONE" -> {
                withdraw(name, order);
                say("node " + name + " is drained" + sentence(drain));
                return ExitCodes.OK;
            }
            case "FAILED" -> {
                withdraw(name, order);
                String masters = drain.masters().isEmpty()
                        ? ""
                        : ", held by the " + DrainText.masters(drain.masters())
                                + "; YARN has the node back. --evict-masters ends them";
                return problem("node " + name + " is not drained" + masters + sentence(drain));
            }
            default -> {
                say("node %s is drained; YARN gets nothing of it until colo drain node %s --cancel"
                        .formatted(name, name));
                return ExitCodes.OK;
            }
        }
    }

    /** A new leader needs as long until it says anything. */
    private Duration patience() {
        return session.timeout().multipliedBy(ANSWERS);
    }

    private void withdraw(String name, YarnDrain order) {
        DrainFollow.withdraw(nodes, name, order);
    }

    private static String sentence(Drain drain) {
        return drain.text() == null || drain.text().isBlank() ? "" : ": " + drain.text();
    }

    private int problem(String text) {
        spec.commandLine().getErr().println("colo: " + text);
        return ExitCodes.PROBLEM_FOUND;
    }

    /** Not beside a document. */
    private void say(String text) {
        if (!session.structured()) {
            print(text);
        }
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(text);
        out.flush();
    }
}

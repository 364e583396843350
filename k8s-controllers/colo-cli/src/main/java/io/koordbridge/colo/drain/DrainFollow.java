package io.koordbridge.colo.drain;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.answers.NodesAnswer.Drain;
import io.koordbridge.api.annotation.YarnDrain;
import io.koordbridge.api.document.yarn.YarnDrainReader;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.cluster.NodeAnnotations;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks once a second until a drain is over. */
final class DrainFollow {
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration LINE = Duration.ofSeconds(30);

    private final DrainWatch watch;
    private final NodeAnnotations nodes;
    private final Consumer<String> lines;
    private final Duration patience;
    private String said = "";
    private long saidAt;

    /**
     * Follows.
     *
     * @param patience how long the operator may be silent, or not know of the drain
     * @param lines takes what people read
     */
    DrainFollow(DrainWatch watch, NodeAnnotations nodes, Duration patience, Consumer<String> lines) {
        this.watch = watch;
        this.nodes = nodes;
        this.lines = lines;
        this.patience = patience;
    }

    /**
     * How a drain ended.
     *
     * @param drain null when it was called off
     */
    record End(@Nullable Drain drain, JsonNode document) {}

    /**
     * Blocks until it is over.
     *
     * @param mine whether this process gave the order, and takes it back when no operator takes it up
     * @param untilDeleted whether it is over only when the pod is gone
     * @throws AnswerException when the operator has not said anything of it for too long
     */
    End until(String name, YarnDrain order, boolean mine, boolean untilDeleted) {
        boolean taken = false;
        long heard = System.nanoTime();
        while (true) {
            String problem = look();
            Drain drain = watch.drain();
            if (problem.isEmpty() && drain != null && drain.id().equals(order.id())) {
                taken = true;
                heard = System.nanoTime();
                say(drain);
                if (over(drain, untilDeleted)) {
                    return new End(drain, watch.document());
                }
            } else if (!isOrdered(name, order)) {
                return new End(null, watch.document());
            } else if (System.nanoTime() - heard > patience.toNanos()) {
                throw silent(name, order, problem, mine && !taken);
            }
            pause();
        }
    }

    /** What is wrong with the operator; empty when it answers. */
    private String look() {
        try {
            watch.look();
            return "";
        } catch (AnswerException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static boolean over(Drain drain, boolean untilDeleted) {
        return switch (drain.state()) {
            case "DONE", "FAILED" -> true;
            case "DRAINED" -> !untilDeleted;
            default -> false;
        };
    }

    private AnswerException silent(String name, YarnDrain order, String problem, boolean takeBack) {
        if (takeBack) {
            withdraw(nodes, name, order);
        }
        String why = problem.isEmpty()
                ? "the yarn-operator did not take up the drain of node %s within %d s: is it older than colo?"
                        .formatted(name, patience.toSeconds())
                : problem;
        return new AnswerException(
                why + (takeBack ? " The drain is called off." : " The drain goes on: " + hint(name)));
    }

    /** How to go on with a drain that nothing follows. */
    static String hint(String name) {
        return "colo drain node %s follows it, with --cancel calls it off.".formatted(name);
    }

    private boolean isOrdered(String name, YarnDrain order) {
        return nodes.find(name).map(node -> isOf(node, order)).orElse(false);
    }

    /** Removes the order, not a later one. */
    static void withdraw(NodeAnnotations nodes, String name, YarnDrain order) {
        nodes.change(name, Annotations.NODE_YARN_DRAIN, node -> isOf(node, order), null);
    }

    private static boolean isOf(Node node, YarnDrain order) {
        YarnDrain found = YarnDrainReader.drain(node).value();
        return found != null && Objects.equals(found.id(), order.id());
    }

    private void say(Drain drain) {
        String state = DrainText.state(drain);
        long now = System.nanoTime();
        if (!state.equals(said) || now - saidAt >= LINE.toNanos()) {
            lines.accept(state + DrainText.left(drain, watch.time()));
            said = state;
            saidAt = now;
        }
    }

    private static void pause() {
        try {
            if (new CountDownLatch(1).await(ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("a latch that is never counted down");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AnswerException("interrupted", e);
        }
    }
}

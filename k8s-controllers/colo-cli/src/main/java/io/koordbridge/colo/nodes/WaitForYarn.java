package io.koordbridge.colo.nodes;

import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.terminal.Seconds;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Waits until a container fits into YARN's share of a node. A NodeManager that has just started is known with its minimum, and Spark refuses to
 * submit while its containers are larger than the largest node.
 */
public final class WaitForYarn {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    /** States in which the ResourceManager gives containers away, and goes on to. */
    private static final Set<String> OPEN = Set.of(NodeState.STEADY.name(), NodeState.GROWING.name());

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            description = {
                "Look again until a container fits into YARN's share of a node that is listed, at most for this time.",
                "Ends with 1 when the time is over."
            })
    private @Nullable Duration limit;

    @Option(
            names = "--container",
            paramLabel = "MB",
            converter = Megabytes.class,
            defaultValue = "1408",
            description = "Memory of that container (default: ${DEFAULT-VALUE}, as Spark's driver and executors have).")
    private long containerMegabytes = 1408;

    /**
     * Why no container fits when the time is over; null as soon as one fits, and when no wait is wanted.
     *
     * @param nodes reads the nodes that count; an {@link AnswerException} counts as no node
     */
    @Nullable
    String problem(Supplier<List<Node>> nodes) {
        if (limit == null) {
            return null;
        }
        long end = System.nanoTime() + limit.toNanos();
        String problem;
        do {
            problem = problemNow(nodes);
        } while (problem != null && sleeps(end - System.nanoTime()));
        return problem == null
                ? null
                : "no container of %d MB fits into YARN's share of a node after %s s: %s"
                        .formatted(containerMegabytes, seconds(limit), problem);
    }

    private @Nullable String problemNow(Supplier<List<Node>> nodes) {
        try {
            List<Node> now = nodes.get();
            return now.stream().anyMatch(this::fits) ? null : largest(now);
        } catch (AnswerException e) {
            return e.getMessage();
        }
    }

    private boolean fits(Node node) {
        return OPEN.contains(node.state()) && megabytes(node) >= containerMegabytes;
    }

    private static long megabytes(Node node) {
        return node.rmMemoryMb() == null ? 0 : node.rmMemoryMb();
    }

    private static String largest(List<Node> nodes) {
        return nodes.stream()
                .max(Comparator.comparing((Node node) -> OPEN.contains(node.state()))
                        .thenComparingLong(WaitForYarn::megabytes))
                .map(node -> "the largest is %s with %d MB, %s".formatted(node.name(), megabytes(node), node.state()))
                .orElse("no node is listed");
    }

    private static String seconds(Duration limit) {
        return limit.toMillis() % 1000 == 0
                ? Long.toString(limit.toSeconds())
                : Double.toString(limit.toMillis() / 1000.0);
    }

    /** False when the time is over. */
    private static boolean sleeps(long leftNanos) {
        if (leftNanos <= 0) {
            return false;
        }
        try {
            return !new CountDownLatch(1).await(Math.min(leftNanos, INTERVAL.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Memory as YARN counts it. */
    static final class Megabytes implements ITypeConverter<Long> {
        private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,11}");

        @Override
        public Long convert(String given) {
            if (!NUMBER.matcher(given).matches()) {
                throw new TypeConversionException("'" + given + "' is no number of MB above 0");
            }
            return Long.valueOf(given);
        }
    }
}

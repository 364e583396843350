package io.koordbridge.koordlet.yarn;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.kube.metrics.MetricNames;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the plugin the shrink of the Node: when that changes, again every few seconds because the plugin may
 * restart, and once when it is over. An agent that does not see the Node for long sends nothing, and the plugin forgets. One thread.
 *
 * <p>Clocks of nodes differ, so the time that is left is counted from the moment at which this agent saw the text first. At its start, and
 * after it was cut off, it may see a text that is old: then the time of day says how much is left, if that is less, and unless it says
 * that the deadline is over for long. A signal that comes late does little harm; one that comes early cannot be taken back.
 */
public final class ShrinkTeller {

    private static final Logger LOG = LoggerFactory.getLogger(ShrinkTeller.class);
    private static final Duration AGAIN = Duration.ofSeconds(3);
    /** By then the plugin has forgotten what it got last. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(30);

    /** For so long a Node that is not seen says what it said last. */
    private static final Duration CUT_OFF = Duration.ofSeconds(30);
    /** Both times of a text are cut to seconds. */
    private static final Duration ROUNDED = Duration.ofSeconds(2);
    /** A deadline that is over for longer means that clocks differ, or that what is left is not waited for. */
    private static final Duration OVER = Duration.ofMinutes(1);

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final YarnPlugin plugin;
    private final String nodeName;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private Decoded<YarnShrink> seen = Decoded.absent();
    /** By the clock of the rounds. */
    private Instant deadline = Instant.EPOCH;
    /** When the Node was last known to say this; null before. */
    private @Nullable Instant followedAt;
    /** Whether a text that is new here may be old. */
    private boolean mayBeOld = true;
    /** Null while the plugin knows of no shrink. */
    private @Nullable Instant toldAt;

    private Instant triedAt = Instant.EPOCH;
    private boolean failing;
    private boolean older;
    private YarnNode.@Nullable Signals counted;

    public ShrinkTeller(YarnPlugin plugin, String nodeName, MetricRegistry metrics, Consumer<String> problems) {
        this.plugin = plugin;
        this.nodeName = nodeName;
        this.metrics = metrics;
        this.problems = problems;
    }

    /**
     * Sends what is due now.
     *
     * @param atNode what the Node says, as far as it is seen
     * @param follows whether that is so now
     * @param now by a clock that goes on as time passes
     * @param timeOfDay the same moment by the machine's clock
     */
    public void round(Decoded<YarnShrink> atNode, boolean follows, Instant now, Instant timeOfDay) {
        Optional<YarnPlugin.Said> said = plugin.said();
        said.map(YarnPlugin.Said::node).map(YarnNode::signals).ifPresent(this::count);
        if (isCutOff(follows, now)) {
            mayBeOld = true;
            return;
        }
        boolean changed = look(atNode, now, timeOfDay);
        mayBeOld &= !follows;
        YarnShrink shrink = atNode.value();
        boolean ours = shrink != null
                && said.map(one -> one.node().nodeId())
                        .filter(nodeId -> nodeId.equals(shrink.nodeId()))
                        .isPresent();
        if (shrink != null && ours) {
            if (changed || !now.isBefore(triedAt.plus(AGAIN))) {
                tell(shrink, Duration.between(now, deadline), now);
            }
        } else if (toldAt != null) {
            if (now.isBefore(toldAt.plus(FORGOTTEN))) {
                tell(null, Duration.ZERO, now);
            } else {
                toldAt = null;
            }
        }
    }

    private boolean isCutOff(boolean follows, Instant now) {
        followedAt = follows ? now : followedAt;
        return followedAt == null || !now.isBefore(followedAt.plus(CUT_OFF));
    }

    /** Whether the Node says something new. */
    private boolean look(Decoded<YarnShrink> atNode, Instant now, Instant timeOfDay) {
        if (atNode.equals(seen)) {
            return false;
        }
        seen = atNode;
        YarnShrink text = atNode.value();
        deadline = text == null ? now : now.plus(left(text, timeOfDay));
        atNode.problems().forEach(problem -> problems.accept("Node/" + nodeName + ": " + problem.message()));
        return true;
    }

    /** Of a text that is new here. */
    private Duration left(YarnShrink text, Instant timeOfDay) {
        Duration byText = text.left();
        Duration byClock = Duration.between(timeOfDay, text.until()).plus(ROUNDED);
        boolean usable = byClock.compareTo(OVER.negated()) >= 0;
        return mayBeOld && usable && byClock.compareTo(byText) < 0 ? byClock : byText;
    }

    private void tell(@Nullable YarnShrink shrink, Duration left, Instant now) {
        Optional<PluginClient> client = plugin.client();
        if (client.isEmpty()) {
            return;
        }
        triedAt = now;
        try {
            client.get().shrink(shrink, left, TIMEOUT);
            toldAt = shrink == null ? null : now;
            failing = false;
            older = false;
        } catch (PluginException e) {
            if (e.unknownCall()) {
                toldAt = null;
                tellOlder();
            } else {
                report(e);
            }
        } catch (IOException e) {
            report(e);
        }
    }

    private void tellOlder() {
        if (!older) {
            LOG.info("the NodeManager's plugin is older than this agent: Spark's executors are not signalled to leave");
        }
        older = true;
    }

    private void report(IOException e) {
        if (!failing) {
            problems.accept("a shrink is not sent: " + e.getMessage());
        }
        failing = true;
    }

    /** What has been added since the last look; a plugin that restarted counts from 0. */
    private void count(YarnNode.Signals now) {
        YarnNode.Signals before = Objects.requireNonNullElse(counted, now);
        boolean restarted =
                now.sent() < before.sent() || now.noHandler() < before.noHandler() || now.failed() < before.failed();
        YarnNode.Signals from = restarted ? new YarnNode.Signals(0, 0, 0) : before;
        add("sent", now.sent() - from.sent());
        add("no_handler", now.noHandler() - from.noHandler());
        add("failed", now.failed() - from.failed());
        counted = now;
    }

    private void add(String result, long more) {
        metrics.counter(MetricNames.of("koord_koordlet_yarn_decommission_signals_total", "result", result))
                .inc(more);
    }
}

package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.nodenote.NodeNote;
import io.koordbridge.koordlet.nodenote.YarnNotes;
import io.koordbridge.koordlet.yarn.LeaseFile;
import io.koordbridge.koordlet.yarn.MasterExceptions;
import io.koordbridge.koordlet.yarn.ShrinkTeller;
import io.koordbridge.koordlet.yarn.ToldCapacity;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Annotations;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the NodeManager of this node gets, and what the Node says of it. */
final class YarnRounds {

    private static final Logger LOG = LoggerFactory.getLogger(YarnRounds.class);

    private final ClusterWatcher watch;
    private final YarnPlugin plugin;
    private final LeaseFile lease;
    private final YarnNotes notes;
    private final ShrinkTeller shrinks;
    private final NodeNote masters;
    private final NodeNote unprotected;
    private final NodeNote memory;
    private final SteadyClock clock;
    private final AtomicBoolean awaits = new AtomicBoolean();

    /** Where it reads and writes. */
    record Places(Path leases, String nodeName, ObjectPatcher patcher, Consumer<String> problems) {

        private NodeNote note(String key) {
            return new NodeNote(patcher, nodeName, key, problems);
        }
    }

    YarnRounds(Places places, ClusterWatcher watch, YarnPlugin plugin, SteadyClock clock, MetricRegistry metrics) {
        this.watch = watch;
        this.plugin = plugin;
        this.clock = clock;
        this.lease = new LeaseFile(places.leases(), places.problems());
        this.shrinks = new ShrinkTeller(plugin, places.nodeName(), metrics, places.problems());
        this.masters = places.note(Annotations.NODE_YARN_MASTERS);
        this.unprotected = places.note(Annotations.NODE_UNPROTECTED);
        this.memory = places.note(Annotations.NODE_MEMORY_PROTECTION);
        NodeNote nodeManager = places.note(Annotations.NODE_YARN_NODE_MANAGER);
        ToldCapacity told = new ToldCapacity(places.leases(), places.problems());
        this.notes = new YarnNotes(nodeManager, plugin, told, clock, metrics, places.problems());
    }

    /**
     * Brings annotations of the Node up to date.
     *
     * @param reason why batch work is not suppressed here, null where it is
     * @param evicts whether it is evicted when memory is short, as the annotation says it
     */
    void note(@Nullable String reason, String evicts) {
        if (isKnown()) {
            plugin.said()
                    .map(YarnPlugin.Said::containers)
                    .ifPresent(containers -> masters.update(MasterExceptions.of(containers)
                            .map(AnnotationCodec::write)
                            .orElse(null)));
            unprotected.update(reason);
            memory.update(evicts);
        }
    }

    /** Brings the lease of the NodeManager up to date. */
    void follow() {
        if (watch.hasListedNode()) {
            watch.view().node().ifPresent(node -> lease.update(node, watch.isConnected(), timeOfDay()));
        }
    }

    /** Sends the plugin the shrink of the Node. */
    void tellShrink() {
        if (watch.hasListedNode()) {
            Instant now = clock.instant();
            shrinks.round(watch.yarn().shrink(), watch.isConnected(), now, clock.timeOfDay(now));
        }
    }

    /** Brings up to date what the Node says of the NodeManager, and answers its question. */
    void say() {
        awaits.set(false);
        if (isKnown()) {
            notes.round(watch.yarn());
        }
    }

    /** From now on the Node's question is answered when it comes; however fast the Node changes, one round waits. */
    void answerIn(Executor thread) {
        watch.onNode(() -> {
            if (awaits.compareAndSet(false, true)) {
                try {
                    thread.execute(this::say);
                } catch (RejectedExecutionException e) {
                    LOG.trace("no answer, the loop ends");
                }
            }
        });
    }

    private boolean isKnown() {
        return watch.isConnected() && watch.hasListedNode();
    }

    private Instant timeOfDay() {
        return clock.timeOfDay(clock.instant());
    }
}

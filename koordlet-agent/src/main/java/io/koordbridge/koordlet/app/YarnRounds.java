package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.nodenote.NodeNote;
import io.koordbridge.koordlet.nodenote.YarnNotes;
import io.koordbridge.koordlet.yarn.LeaseFile;
import io.koordbridge.koordlet.yarn.ToldCapacity;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Annotations;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the NodeManager of this node gets, and what the Node says of it. */
final class YarnRounds {

    private final ClusterWatcher watch;
    private final YarnPlugin plugin;
    private final LeaseFile lease;
    private final YarnNotes notes;
    private final NodeNote unprotected;
    private final Clock machineClock;

    YarnRounds(
            Path leases,
            String nodeName,
            ObjectPatcher patcher,
            ClusterWatcher watch,
            YarnPlugin plugin,
            Clock machineClock,
            Consumer<String> problems) {
        this.watch = watch;
        this.plugin = plugin;
        this.machineClock = machineClock;
        this.lease = new LeaseFile(leases, problems);
        this.notes = new YarnNotes(patcher, nodeName, new ToldCapacity(leases, problems), problems);
        this.unprotected = new NodeNote(patcher, nodeName, Annotations.NODE_UNPROTECTED, problems);
    }

    /** Brings annotations of the Node up to date; with a reason where batch work is not suppressed here. */
    void note(@Nullable String reason) {
        if (watch.isConnected() && watch.hasListedNode()) {
            plugin.said().map(YarnPlugin.Said::containers).ifPresent(notes::masters);
            unprotected.update(reason);
        }
    }

    /** Brings the lease of the NodeManager up to date, and then the capacity that it knows. */
    void follow() {
        if (watch.hasListedNode()) {
            watch.view().node().ifPresent(node -> lease.update(node, watch.isConnected(), machineClock.instant()));
        }
        if (watch.isConnected() && watch.hasListedNode()) {
            notes.told(plugin.said().map(said -> said.node().nodeId()), machineClock.instant());
        }
    }
}

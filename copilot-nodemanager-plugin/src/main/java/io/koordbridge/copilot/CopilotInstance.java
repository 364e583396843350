package io.koordbridge.copilot;

import io.koordbridge.copilot.api.CopilotApi;
import io.koordbridge.copilot.api.PluginState;
import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.cgroup.UsageSampler;
import io.koordbridge.copilot.decommission.Decommission;
import io.koordbridge.copilot.decommission.DecommissionWatch;
import io.koordbridge.copilot.evict.EvictionService;
import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.http.LocalHttpServer;
import io.koordbridge.copilot.lease.LastKnownCapacity;
import io.koordbridge.copilot.lease.LeaseDecision;
import io.koordbridge.copilot.lease.LeaseReader;
import io.koordbridge.copilot.lease.VcoreRatio;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.ContainerMarks;
import io.koordbridge.copilot.node.EvictedContainers;
import io.koordbridge.copilot.node.HadoopNode;
import io.koordbridge.copilot.node.NodeFacts;
import io.koordbridge.copilot.protect.ProtectedApplications;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugin in one NodeManager. */
final class CopilotInstance implements PluginState {
    private static final Logger log = LoggerFactory.getLogger(CopilotInstance.class);
    private static final long ROUND_SECONDS = 1;
    private static final String SERVER = "server";
    private static final String ROUND = "round";
    private static final String TOLD = "told";
    private static final String RATIO = "vcore-ratio";
    private static final String EVICTED = "evicted";
    private static final long KEEP_MILLIS = 200;
    private static final int REQUIRED_TRIES = 5;
    private static final long REQUIRED_PAUSE_MILLIS = 500;
    private static final String SERVICE = "aux-service";
    private static final String LISTENER = "listener";
    private static final String EXECUTOR = "executor";

    private final Degradation degradation = new Degradation();
    private final Set<String> notes = new ConcurrentSkipListSet<>();
    private final EvictedContainers evicted;
    private final Clock clock = Clock.systemUTC();
    private final Configuration configuration;
    private final CopilotConfig settings;
    private final CgroupPlacer placer;
    private final PlacementUpkeep upkeep;
    private final UsageSampler sampler;
    private final HadoopNode node;
    private final Decommission decommission;
    private final CopilotApi api;
    private final LastKnownCapacity lastKnown;
    private final VcoreRatio vcoreRatio;
    private final ProtectedApplications guarded;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable LeaseDecision lease;
    private volatile boolean placing;
    private @Nullable LocalHttpServer server;
    private @Nullable ProtectionWatch protection;
    private @Nullable DecommissionWatch departures;
    private @Nullable ScheduledExecutorService rounds;
    private @Nullable Future<?> nextRound;
    private @Nullable Future<?> nextKeeping;

    CopilotInstance(Context context) {
        this.configuration = context.getConf();
        this.settings = CopilotConfig.of(configuration, degradation);
        this.lastKnown = new LastKnownCapacity(settings.toldFile());
        this.vcoreRatio = new VcoreRatio(settings.leaseFile());
        Path evictedFile = settings.evictedFile();
        this.evicted = evictedFile == null ? new EvictedContainers() : new EvictedContainers(evictedFile);
        this.placer = new CgroupPlacer(settings.cgroup(), degradation);
        this.upkeep = new PlacementUpkeep(placer);
        this.sampler = new UsageSampler(placer);
        this.guarded = new ProtectedApplications(settings.protectionRule(), System::nanoTime);
        ContainerMarks marks = new ContainerMarks();
        this.node = new HadoopNode(context, placer, sampler, evicted, guarded, marks, clock.millis());
        EvictionService evictions = new EvictionService(node, node, evicted);
        this.decommission =
                new Decommission(settings.decommissionSignal(), placer, evictions::endLate, marks, degradation);
        this.api = new CopilotApi(node, evictions, decommission, this);
        degradation.set(
                SERVICE,
                "auxiliary service has not started; if that stays so, yarn.nodemanager.aux-services lacks copilot");
        followRatio();
        try {
            evicted.load();
        } catch (IOException | RuntimeException e) {
            log.warn("Evictions from before the restart are not known", e);
        }
    }

    /** The agent writes it, by what the operator's cluster offers for a core. */
    private void followRatio() {
        placer.vcoresPerCore(vcoreRatio.refresh());
        degradation.set(RATIO, vcoreRatio.problem());
    }

    /** Must run before the NodeManager's services read their configuration. */
    void applyLease() {
        int vcores = configuration.getInt(YarnConfiguration.NM_VCORES, YarnConfiguration.DEFAULT_NM_VCORES);
        int megabytes = configuration.getInt(YarnConfiguration.NM_PMEM_MB, YarnConfiguration.DEFAULT_NM_PMEM_MB);
        if (!settings.leaseEnabled()) {
            lease = LeaseDecision.configured(vcores, megabytes);
            return;
        }
        LeaseDecision decided = decided(vcores, megabytes);
        configuration.setInt(YarnConfiguration.NM_VCORES, decided.vcores());
        configuration.setInt(YarnConfiguration.NM_PMEM_MB, decided.memoryMegabytes());
        lease = decided;
        log.info(
                "NodeManager registers with source={} vcores={} memoryMB={} configuredVcores={} configuredMB={}"
                        + " detail={}",
                decided.source(),
                decided.vcores(),
                decided.memoryMegabytes(),
                vcores,
                megabytes,
                decided.detail());
    }

    /** The least of the lease, the last capacity from the ResourceManager, and the configuration, but never below the floor. */
    private LeaseDecision decided(int configuredVcores, int configuredMegabytes) {
        LeaseReader reader = new LeaseReader(settings.floorVcores(), settings.floorMegabytes(), settings.leaseMaxAge());
        Set<String> strangers = strangers();
        if (!strangers.isEmpty()) {
            return reader.beside("processes of " + strangers + " are left");
        }
        LeaseDecision decided = reader.read(settings.leaseFile(), Instant.now(clock));
        LastKnownCapacity.Amount before = knownBefore();
        if (before != null) {
            decided = decided.atMost(
                    Math.max(before.vcores(), settings.floorVcores()),
                    Math.max(before.megabytes(), settings.floorMegabytes()),
                    "the last capacity from the ResourceManager");
        }
        // Hadoop's own default is -1: its size is not configured.
        return decided.atMost(
                configuredVcores > 0 ? configuredVcores : Integer.MAX_VALUE,
                configuredMegabytes > 0 ? configuredMegabytes : Integer.MAX_VALUE,
                "is configured");
    }

    private LastKnownCapacity.@Nullable Amount knownBefore() {
        try {
            return lastKnown.read();
        } catch (IOException | RuntimeException e) {
            degradation.set(TOLD, "the last capacity from before the restart cannot be read: " + e);
            return null;
        }
    }

    /** Without recovery this NodeManager finds none of the containers that an earlier one left. */
    private Set<String> strangers() {
        boolean recovers = configuration.getBoolean(
                YarnConfiguration.NM_RECOVERY_ENABLED, YarnConfiguration.DEFAULT_NM_RECOVERY_ENABLED);
        return recovers || !settings.cgroup().enabled() ? Collections.emptySet() : placer.busy();
    }

    synchronized void start() {
        degradation.clear(SERVICE);
        if (placer.settings().enabled() && !placing && !node.placedByHadoop()) {
            degradation.set(
                    EXECUTOR, "containers are not placed in cgroups: CopilotContainerExecutor is not configured");
        }
        if (lease == null && settings.leaseEnabled()) {
            degradation.set(LISTENER, "the lease is not applied: CopilotNmListener is not configured, or failed");
        }
        if (placer.check()) {
            Set<String> swept = placer.sweep(ids(node.containers()));
            if (!swept.isEmpty()) {
                log.info("Removed cgroups of unknown containers count={} names={}", swept.size(), swept);
            }
        }
        rounds = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "copilot-round");
            thread.setDaemon(true);
            return thread;
        });
        ensureServer();
        if (settings.protectionRule().needsReports()) {
            protection = new ProtectionWatch(guarded, node, configuration, degradation);
        }
        departures = new DecommissionWatch(decommission, node, degradation);
        nextRound = rounds.scheduleWithFixedDelay(this::round, ROUND_SECONDS, ROUND_SECONDS, TimeUnit.SECONDS);
        if (settings.leaseEnabled()) {
            nextKeeping =
                    rounds.scheduleWithFixedDelay(this::keepTold, KEEP_MILLIS, KEEP_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    synchronized void stop() {
        stopped.countDown();
        if (nextRound != null) {
            nextRound.cancel(false);
        }
        if (nextKeeping != null) {
            nextKeeping.cancel(false);
        }
        if (rounds != null) {
            rounds.shutdownNow();
            rounds = null;
        }
        if (protection != null) {
            protection.stop();
            protection = null;
        }
        if (departures != null) {
            departures.stop();
            departures = null;
        }
        if (server != null) {
            server.close();
            server = null;
        }
        placer.collect();
        CopilotInstances.forget(this);
    }

    /** Our executor starts the containers. */
    void startsContainers() {
        placing = true;
    }

    /** Directories that the container's first process must join; none where it cannot be placed. */
    List<Path> place(String containerId, long vcores, long megabytes, boolean opportunistic) {
        List<Path> groups = placer.prepare(containerId, vcores, megabytes, opportunistic);
        for (int tries = 1; placementRequired() && groups.isEmpty() && tries < REQUIRED_TRIES; tries++) {
            try {
                if (stopped.await(REQUIRED_PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return groups;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return groups;
            }
            groups = placer.prepare(containerId, vcores, megabytes, opportunistic);
        }
        return groups;
    }

    /** Whether a container that is in no group of its own must not run. */
    boolean placementRequired() {
        return placer.settings().required();
    }

    void release(String containerId) {
        placer.release(containerId);
    }

    /** The status that an evicted container must end with; null for all others. */
    @Nullable
    Integer evictedStatus(String containerId) {
        return evicted.status(containerId);
    }

    @Override
    public String pluginVersion() {
        String version = CopilotInstance.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    @Override
    public LeaseDecision lease() {
        LeaseDecision applied = lease;
        return applied == null ? LeaseDecision.configured(0, 0) : applied;
    }

    @Override
    public String placementMode() {
        return placing ? placer.mode() : "none";
    }

    @Override
    public String cgroupRoot() {
        return placer.settings().root().toString();
    }

    @Override
    public String cgroupPath() {
        return placer.path();
    }

    @Override
    public List<String> degraded() {
        return degradation.reasons();
    }

    @Override
    public List<String> notes() {
        return new ArrayList<>(notes);
    }

    /** Soon after it arrived, so that a restart right then does not bring the size before it back. */
    private void keepTold() {
        try {
            NodeFacts.Amount capacity = node.node().capacity();
            lastKnown.keep(capacity.cpu(), capacity.megabytes());
            degradation.clear(TOLD);
        } catch (Throwable e) {
            degradation.set(TOLD, "the last capacity cannot be kept: " + e);
        }
    }

    /** A scheduled task that throws is never run again: nothing leaves here. */
    private void round() {
        try {
            ensureServer();
            followRatio();
            List<ContainerFacts> containers = node.containers();
            Set<String> known = ids(containers);
            evicted.retain(known);
            keepEvicted();
            sampler.sample(known, System.nanoTime());
            placer.collect();
            placer.retain(known);
            if (placing) {
                upkeep.settle(containers);
            }
            upkeep.levelLimits(node.node().capacity(), containers);
            degradation.clear(ROUND);
        } catch (Throwable e) {
            degradation.set(ROUND, "round failed: " + e);
        }
    }

    private void keepEvicted() {
        try {
            evicted.keep();
            degradation.clear(EVICTED);
        } catch (IOException | RuntimeException e) {
            degradation.set(EVICTED, "evictions are not kept over a restart: " + e);
        }
    }

    private static Set<String> ids(List<ContainerFacts> containers) {
        Set<String> ids = new HashSet<>();
        for (ContainerFacts container : containers) {
            ids.add(container.id());
        }
        return ids;
    }

    /** Containers of another executor run as users of their own, which the mode of the socket excludes. */
    private void noteOpenness(String openTo) {
        notes.clear();
        if (!openTo.isEmpty() && !node.placedByHadoop()) {
            notes.add(openTo);
            log.warn("Copilot does not keep containers apart: {}", openTo);
        }
    }

    private synchronized void ensureServer() {
        if (rounds == null) {
            return;
        }
        if (server != null) {
            if (server.serving()) {
                return;
            }
            server.close();
            server = null;
        }
        try {
            Path socket = settings.socket();
            server = settings.unixSocket(LocalHttpServer.unixSocketsSupported())
                    ? LocalHttpServer.unixSocket(socket, settings.callers(), api)
                    : LocalHttpServer.loopback(socket, settings.tcpPort(), api);
            degradation.clear(SERVER);
            noteOpenness(server.openTo());
            log.info("Copilot serves address={}", server.address());
        } catch (IOException | RuntimeException e) {
            degradation.set(SERVER, "API is not served: " + e);
        }
    }
}

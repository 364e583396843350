package io.koordbridge.yarnoperator.resourcemanager;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All YARN clusters of the process. */
public final class YarnClusters implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(YarnClusters.class);

    private final Map<String, ClusterConnection> connections;

    /** Clusters by id, the default one's id is empty. */
    public YarnClusters(Map<String, ClusterConnection> connections) {
        this.connections = new TreeMap<>(connections);
    }

    /** The clusters a Hadoop configuration directory declares. */
    public static Map<String, ClusterDeclaration> declaredIn(Path directory, HadoopLogin login) {
        login.checkFiles();
        Map<String, ClusterDeclaration> found = new TreeMap<>();
        ClusterFiles.find(directory).forEach((cluster, files) -> {
            Configuration configuration = ClusterFiles.read(files);
            if (login.zooKeeperAuth() != null) {
                configuration.set(ElectionLock.AUTH, "@" + login.zooKeeperAuth());
            }
            ElectionLock lock = ElectionLock.of(configuration).orElse(null);
            String authentication = ClusterFiles.authentication(configuration);
            login.checkAuthentication(authentication, files);
            HadoopUser user = new HadoopUser(configuration, login);
            HadoopWeb web = ClusterFiles.web(configuration, files, login.principal() == null ? null : user);
            String calculator = ClusterFiles.calculator(files).orElse(null);
            ClusterDeclaration declaration = new ClusterDeclaration(
                    ClusterFiles.administration(configuration),
                    authentication,
                    ClusterFiles.minimumAllocation(files),
                    () -> HadoopResourceManager.connect(configuration, user, web, calculator, lock),
                    configuration.getTrimmed(YarnConfiguration.RM_CLUSTER_ID),
                    web);
            LOG.info(
                    "cluster declared cluster={} address={} files={}",
                    ClusterDeclaration.name(cluster),
                    declaration.address(),
                    files);
            found.put(cluster, declaration);
        });
        return found;
    }

    /** What this replica may do now. */
    @FunctionalInterface
    public interface Rights {

        /** Whether it asks for reports. */
        default boolean mayRead() {
            return true;
        }

        /** Whether it may send an update that takes as long as a call may. */
        boolean mayWrite();
    }

    /** Called when a ResourceManager begins or ceases to answer. */
    @FunctionalInterface
    public interface TurnListener {

        /** A turn of one cluster. */
        void onTurn(String cluster, boolean up, String text);
    }

    /** Connections, one per cluster. */
    public static YarnClusters of(
            Map<String, ClusterDeclaration> declarations,
            Rights rights,
            TurnListener listener,
            Clock clock,
            MetricRegistry metrics) {
        Map<String, ClusterConnection> connections = new TreeMap<>();
        declarations.forEach((cluster, declaration) -> connections.put(
                cluster,
                new ClusterConnection(
                        cluster,
                        declaration,
                        rights,
                        (up, text) -> listener.onTurn(cluster, up, text),
                        clock,
                        metrics)));
        return new YarnClusters(connections);
    }

    /**
     * Begins to poll.
     *
     * @param atRest how often while nothing changes
     * @param whileChanging how often while a lease changes, not longer than at rest
     */
    public void start(PeriodicTasks tasks, Duration atRest, Duration whileChanging, Consumer<ClusterReport> onReport) {
        connections.values().forEach(connection -> connection.start(tasks, atRest, whileChanging, onReport));
    }

    /** A lease of a node of a cluster changes. */
    public void hurry(String cluster) {
        ClusterConnection connection = connections.get(cluster);
        if (connection != null) {
            connection.hurry();
        }
    }

    /** The minimum allocation of a cluster, nothing when it is not known. */
    public YarnAmount minimum(String cluster) {
        ClusterConnection connection = connections.get(cluster);
        return connection == null ? YarnAmount.ZERO : connection.minimum();
    }

    /** Whether a cluster is known to end containers for their vcores: only a CapacityScheduler that counts them does. */
    public boolean countsVcores(String cluster) {
        ClusterConnection connection = connections.get(cluster);
        return connection != null && connection.countsVcores();
    }

    /** What queues of a cluster hold and its applications have lost, asked on the caller's thread. */
    public Optional<ClusterUse> use(String cluster) {
        return Optional.ofNullable(connections.get(cluster)).flatMap(ClusterConnection::use);
    }

    /** How the web servers of a cluster are asked. */
    HadoopWeb web(String cluster) {
        ClusterConnection connection = connections.get(cluster);
        return connection == null ? HadoopWeb.PLAIN : connection.web();
    }

    /** The connection a NodeManager belongs to. */
    public Optional<ClusterConnection> of(NodeManagerRef target) {
        return Optional.ofNullable(connections.get(target.cluster()));
    }

    /** Ids of all clusters, the default one's is empty. */
    public Set<String> declared() {
        return connections.keySet();
    }

    /**
     * The id of the cluster that its NodeManagers call by a name.
     *
     * @param ownName {@code yarn.resourcemanager.cluster-id} of a NodeManager
     * @return empty when none has it, or several have
     */
    public Optional<String> called(String ownName) {
        List<String> found = connections.entrySet().stream()
                .filter(one -> ownName.equals(one.getValue().ownName()))
                .map(Map.Entry::getKey)
                .toList();
        if (found.isEmpty() && connections.containsKey(ownName)) {
            return Optional.of(ownName);
        }
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** The last good report of each cluster that had one. */
    public List<ClusterReport> reports() {
        List<ClusterReport> reports = new ArrayList<>();
        connections.values().forEach(connection -> connection.report().ifPresent(reports::add));
        return reports;
    }

    /** The report of one cluster. */
    public Optional<ClusterReport> report(String cluster) {
        return Optional.ofNullable(connections.get(cluster)).flatMap(ClusterConnection::report);
    }

    /** What the ResourceManagers say of their applications; asks them, unless that was done a moment ago. */
    public List<ApplicationHistory.Answer> applications() {
        return connections.values().stream()
                .map(connection -> connection.history().read())
                .toList();
    }

    /** How each connection is doing. */
    public Collection<ClusterStatus> status() {
        return connections.values().stream().map(ClusterConnection::status).toList();
    }

    @Override
    public void close() {
        connections.values().forEach(ClusterConnection::close);
    }
}

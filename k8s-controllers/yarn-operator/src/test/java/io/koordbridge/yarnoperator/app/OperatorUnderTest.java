package io.koordbridge.yarnoperator.app;

import io.dropwizard.core.Application;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManager;
import java.util.Map;
import java.util.stream.Stream;

/** The process with a ResourceManager in memory. */
final class OperatorUnderTest extends YarnOperator {

    private final ResourceManager resourceManager;

    private OperatorUnderTest(ResourceManager resourceManager) {
        this.resourceManager = resourceManager;
    }

    @Override
    protected Map<String, ClusterDeclaration> clusters(YarnOperatorConfiguration config) {
        return Map.of("", new ClusterDeclaration("127.0.0.1:8033", "simple", () -> resourceManager));
    }

    /** On ports of its own, not started yet. */
    static DropwizardTestSupport<YarnOperatorConfiguration> process(
            SmallCluster cluster, ResourceManager resourceManager, ConfigOverride... further) {
        Stream<ConfigOverride> always = Stream.of(
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("server.applicationConnectors[0].bindHost", "127.0.0.1"),
                ConfigOverride.config("server.adminConnectors[0].bindHost", "127.0.0.1"),
                ConfigOverride.config("kubernetes.apiServer", cluster.url()),
                ConfigOverride.config("server.shutdownGracePeriod", "0s"),
                ConfigOverride.config("logging.level", "WARN"));
        return new DropwizardTestSupport<>(
                YarnOperator.class,
                "src/main/dist/conf/yarn-operator.yaml",
                Stream.concat(always, Stream.of(further)).toArray(ConfigOverride[]::new)) {
            @Override
            public Application<YarnOperatorConfiguration> newApplication() {
                return new OperatorUnderTest(resourceManager);
            }
        };
    }

    /**
     * The same with short times and without an election.
     *
     * @param settings KEY=VALUE, beside these
     */
    static DropwizardTestSupport<YarnOperatorConfiguration> quick(
            SmallCluster cluster, ResourceManager resourceManager, String... settings) {
        Stream<String> always = Stream.of(
                "leaderElection.enabled=false",
                "hadoop.pollInterval=200ms",
                "lease.times.heartbeats=500ms",
                "lease.times.lateCall=1s");
        return process(
                cluster,
                resourceManager,
                Stream.concat(always, Stream.of(settings))
                        .map(setting -> setting.split("=", 2))
                        .map(pair -> ConfigOverride.config(pair[0], pair[1]))
                        .toArray(ConfigOverride[]::new));
    }
}

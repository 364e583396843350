package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dropwizard.core.Application;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SilentFromTheStartTest {

    private final SmallCluster cluster = new SmallCluster();
    private final FakeResourceManager yarn = new FakeResourceManager(() -> {});
    private final DropwizardTestSupport<YarnOperatorConfiguration> process =
            new DropwizardTestSupport<>(
                    YarnOperator.class,
                    "src/main/dist/conf/yarn-operator.yaml",
                    ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                    ConfigOverride.config("server.adminConnectors[0].port", "0"),
                    ConfigOverride.config("server.applicationConnectors[0].bindHost", "127.0.0.1"),
                    ConfigOverride.config("server.adminConnectors[0].bindHost", "127.0.0.1"),
                    ConfigOverride.config("kubernetes.apiServer", cluster.url()),
                    ConfigOverride.config("server.shutdownGracePeriod", "0s"),
                    ConfigOverride.config("logging.level", "WARN")) {
                @Override
                public Application<YarnOperatorConfiguration> newApplication() {
                    return new YarnOperator() {
                        @Override
                        protected Map<String, ClusterDeclaration> clusters(YarnOperatorConfiguration config) {
                            return Map.of("", new ClusterDeclaration("127.0.0.1:8033", "simple", () -> yarn));
                        }
                    };
                }
            };

    private List<Event> events() {
        return cluster.client()
                .v1()
                .events()
                .inNamespace("koordinator-system")
                .list()
                .getItems();
    }

    @Test
    void whoeverBeginsToLeadTellsOfAResourceManagerThatFailedBefore() throws Exception {
        yarn.away(true);
        try {
            process.before();

            Awaitility.await().atMost(PatientAwaits.PATIENCE).until(() -> !events().isEmpty());
            assertThat(events())
                    .extracting(Event::getReason, Event::getMessage)
                    .containsExactly(tuple("ResourceManagerFails", "cluster default: fake: IOException: away"));
        } finally {
            process.after();
            cluster.close();
        }
    }
}

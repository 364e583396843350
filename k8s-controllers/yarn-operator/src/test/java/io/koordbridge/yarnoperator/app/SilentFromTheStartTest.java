package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.koordbridge.testkit.await.PatientAwaits;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SilentFromTheStartTest {

    private final SmallCluster cluster = new SmallCluster();
    private final FakeResourceManager yarn = new FakeResourceManager(() -> {});
    private final DropwizardTestSupport<YarnOperatorConfiguration> process = OperatorUnderTest.process(cluster, yarn);

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

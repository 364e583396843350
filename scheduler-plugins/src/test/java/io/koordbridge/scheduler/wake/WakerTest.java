package io.koordbridge.scheduler.wake;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WakerTest {

    private final ClusterLedger ledger = new ClusterLedger();
    private final PluginList plugins = Samples.plugins();
    private final RefusedPods refused = new RefusedPods();
    private final List<String> woken = new ArrayList<>();
    /** How many more writes this replica leads for. */
    private int leads = Integer.MAX_VALUE;

    private final WakeApi api = new WakeApi() {
        @Override
        public boolean wake(PodFacts pod) {
            leads--;
            return woken.add(pod.name());
        }

        @Override
        public boolean acts() {
            return leads > 0;
        }
    };
    private final Waker waker = new Waker(refused, ledger, plugins, api, new MetricRegistry());

    @BeforeEach
    void oneNodeThatIsFull() {
        ledger.onChange(refused::changed);
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("running", 4_000, "1Gi"), "n1"));
    }

    @Test
    void aPodIsTriedAgainOnceWhenItsRoomWasLeft() {
        refuse("p", 2_000);
        waker.round();
        assertThat(woken).isEmpty();

        ledger.podGone("uid-running", "jobs/running");
        waker.round();
        waker.round();

        assertThat(woken).containsExactly("p");
    }

    @Test
    void aChangeThatDoesNotHelpWakesNoPod() {
        refuse("p", 2_000);

        ledger.nodeSeen(Samples.nodeFacts("n1", 5_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 1_000, "8Gi"));
        waker.round();

        assertThat(woken).isEmpty();
    }

    @Test
    void aNodeThatBecomesKnownWakesThePodsThatFitThere() {
        refuse("small", 2_000);
        refuse("large", 9_000);

        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
        waker.round();

        assertThat(woken).containsExactly("small");
    }

    @Test
    void aPodThatIsRefusedBehindTheChangeIsNotWokenByIt() {
        PodFacts pod = refuse("p", 2_000);
        ledger.podGone("uid-running", "jobs/running");

        refused.filtering(pod);
        waker.round();

        assertThat(woken).isEmpty();
    }

    @Test
    void aPodRefusedBetweenTwoChangesIsWokenByTheSecond() {
        refuse("other", 9_000);
        ledger.podGone("uid-running", "jobs/running");
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("next", 4_000, "1Gi"), "n1"));
        refuse("p", 2_000);
        ledger.podGone("uid-next", "jobs/next");

        waker.round();

        assertThat(woken).containsExactly("p");
    }

    @Test
    void manyPodsAreWokenAFewInARoundTheOldestFirstAndEachOnce() {
        for (int i = 0; i < 60; i++) {
            refuse("p" + i, 2_000);
        }
        ledger.podGone("uid-running", "jobs/running");

        waker.round();
        assertThat(woken).hasSize(25).startsWith("p0", "p1");
        refused.filtering(ledger.pendingPod("jobs", "p0").orElseThrow());
        for (int round = 0; round < 5; round++) {
            waker.round();
        }

        assertThat(woken).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void aReplicaThatLeadsNoMoreWakesNoPodAndGoesOnWhenItLeadsAgain() {
        for (int i = 0; i < 4; i++) {
            refuse("p" + i, 2_000);
        }
        ledger.podGone("uid-running", "jobs/running");

        leads = 1;
        waker.round();
        waker.round();
        assertThat(woken).containsExactly("p0");

        leads = Integer.MAX_VALUE;
        waker.round();
        assertThat(woken).containsExactly("p0", "p1", "p2", "p3");
    }

    @Test
    void twoThousandRefusedPodsCostNoWriteWhileNothingChanges() {
        for (int i = 0; i < 2_000; i++) {
            refuse("p" + i, 2_000);
        }
        for (int round = 0; round < 10; round++) {
            waker.round();
        }

        assertThat(woken).isEmpty();
    }

    @Test
    void podsThatAreGoneAreNotWoken() {
        PodFacts pod = refuse("p", 2_000);
        ledger.podGone(pod.uid(), pod.key());
        ledger.podGone("uid-running", "jobs/running");

        waker.round();

        assertThat(woken).isEmpty();
    }

    private PodFacts refuse(String name, long milliCpu) {
        ledger.podSeen(Samples.batchPodFacts(name, milliCpu, "1Gi"));
        PodFacts pod = ledger.pendingPod("jobs", name).orElseThrow();
        refused.filtering(pod);
        return pod;
    }
}

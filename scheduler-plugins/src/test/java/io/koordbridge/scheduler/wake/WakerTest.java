package io.koordbridge.scheduler.wake;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WakerTest {

    private final ClusterLedger ledger = new ClusterLedger();
    private final PluginList plugins = Samples.plugins();
    private final RefusedPods refused = new RefusedPods();
    private final List<String> woken = new ArrayList<>();
    /** How many more writes this replica leads for. */
    private int leads = Integer.MAX_VALUE;

    private boolean answers = true;
    private long nanos;

    private final WakeApi api = new WakeApi() {
        @Override
        public boolean wake(PodFacts pod) {
            leads--;
            return answers && woken.add(pod.name());
        }

        @Override
        public boolean acts() {
            return leads > 0;
        }
    };
    private final Waker waker = new Waker(refused, ledger, plugins, api, () -> nanos, new MetricRegistry());

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
    void asManyAreWokenAsFitAFewInARoundTheOldestFirst() {
        for (int i = 0; i < 60; i++) {
            refuse("p" + i, 100);
        }
        ledger.podGone("uid-running", "jobs/running");

        waker.round();
        assertThat(woken).hasSize(25).startsWith("p0", "p1");
        for (int round = 0; round < 5; round++) {
            waker.round();
        }

        assertThat(woken).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void onePlaceForOnePodWakesThePodOfTheHighestRankOnly() {
        for (int i = 0; i < 1_999; i++) {
            refuse("p" + i, 4_000);
        }
        refuse("important", 4_000, 9_500);
        ledger.podGone("uid-running", "jobs/running");

        for (int round = 0; round < 10; round++) {
            waker.round();
        }

        assertThat(woken).containsExactly("important");
    }

    @Test
    void ofEqualPriorityTheOneThatWaitsLongestIsWokenHoweverOftenItWasRefused() {
        PodFacts first = refuse("first", 4_000);
        refuse("second", 4_000);
        refused.filtering(first);
        ledger.podGone("uid-running", "jobs/running");

        waker.round();

        assertThat(woken).containsExactly("first");
    }

    @Test
    void theRoomOfAPodThatIsRefusedAgainIsOfferedToTheNext() {
        PodFacts first = refuse("first", 4_000);
        refuse("second", 4_000);
        ledger.podGone("uid-running", "jobs/running");
        waker.round();

        refused.filtering(first);
        waker.round();
        waker.round();

        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void theRoomOfAPodThatDoesNotComeIsOfferedToTheNext() {
        refuse("first", 4_000);
        refuse("second", 4_000);
        ledger.podGone("uid-running", "jobs/running");
        waker.round();
        nanos += Duration.ofSeconds(29).toNanos();
        waker.round();
        assertThat(woken).containsExactly("first");

        nanos += Duration.ofSeconds(2).toNanos();
        waker.round();

        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void theRoomOfAPodThatIsDeletedIsOfferedToTheNext() {
        PodFacts first = refuse("first", 4_000);
        refuse("second", 4_000);
        ledger.podGone("uid-running", "jobs/running");
        waker.round();

        ledger.podGone(first.uid(), first.key());
        waker.round();

        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void noFurtherPodIsWokenForRoomThatIsTaken() {
        refuse("first", 4_000);
        refuse("second", 4_000);
        ledger.podGone("uid-running", "jobs/running");
        waker.round();

        ledger.podSeen(Samples.boundFacts(Samples.batchPod("first", 4_000, "1Gi"), "n1"));
        nanos += Duration.ofHours(1).toNanos();
        waker.round();

        assertThat(woken).containsExactly("first");
    }

    @Test
    void theRoomOfAPodThatIsPlacedElsewhereIsOfferedToTheNext() {
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("other", 4_000, "1Gi"), "n2"));
        refuse("first", 4_000);
        refuse("second", 4_000);
        ledger.podGone("uid-running", "jobs/running");
        waker.round();

        ledger.podGone("uid-other", "jobs/other");
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("first", 4_000, "1Gi"), "n2"));
        waker.round();

        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void roomForSmallerPodsIsLeftWhenTheFirstIsTooLarge() {
        refuse("large", 9_000, 9_999);
        refuse("small", 3_000, 5_000);
        refuse("smaller", 2_000, 4_000);
        refuse("smallest", 1_000, 3_000);
        ledger.podGone("uid-running", "jobs/running");

        waker.round();

        assertThat(woken).containsExactly("small", "smallest");
    }

    @Test
    void aPodThatCouldNotBeWokenIsWokenByTheNextRound() {
        refuse("p", 2_000);
        ledger.podGone("uid-running", "jobs/running");
        answers = false;
        waker.round();
        assertThat(woken).isEmpty();

        answers = true;
        waker.round();
        waker.round();

        assertThat(woken).containsExactly("p");
    }

    @Test
    void aNodeThatThePodMayNotUseDoesNotWakeIt() {
        Pod choosy = new PodBuilder(Samples.batchPod("choosy", 2_000, "1Gi"))
                .editSpec()
                .withNodeSelector(Map.of("zone", "elsewhere"))
                .endSpec()
                .build();
        refuse(PodFactsReader.read(choosy));
        refuse("other", 4_000);
        ledger.podGone("uid-running", "jobs/running");

        waker.round();

        assertThat(woken).containsExactly("other");
    }

    @Test
    void aReplicaThatLeadsNoMoreWakesNoPodAndGoesOnWhenItLeadsAgain() {
        for (int i = 0; i < 4; i++) {
            refuse("p" + i, 1_000);
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
        return refuse(name, milliCpu, 0);
    }

    private PodFacts refuse(String name, long milliCpu, int priority) {
        Pod pod = new PodBuilder(Samples.batchPod(name, milliCpu, "1Mi"))
                .editSpec()
                .withPriority(priority)
                .endSpec()
                .build();
        return refuse(PodFactsReader.read(pod));
    }

    private PodFacts refuse(PodFacts facts) {
        ledger.podSeen(facts);
        PodFacts pod = ledger.pendingPod("jobs", facts.name()).orElseThrow();
        refused.filtering(pod);
        return pod;
    }
}

package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.bind.BindBarrier;
import io.koordbridge.scheduler.bind.BindConfig;
import io.koordbridge.scheduler.bind.BindQueue;
import io.koordbridge.scheduler.bind.Binder;
import io.koordbridge.scheduler.bind.BindingApi;
import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.preempt.budget.DisruptionApi;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.preempt.verb.Preemption;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.scheduler.wake.RefusedPods;
import io.koordbridge.testkit.conformance.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExtenderVerbsTest {
    private static final SteadyClock STEADY = new SteadyClock(Clock.systemUTC(), System::nanoTime);

    private static final String FULL = "Insufficient quotas, quota: a";

    private static final DisruptionApi NO_BUDGETS = new DisruptionApi() {
        @Override
        public DisruptionBudgets budgets() {
            throw new IllegalStateException("the victims of kube-scheduler suffice");
        }

        @Override
        public Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets budgets) {
            throw new IllegalStateException("the victims of kube-scheduler suffice");
        }
    };

    private final ClusterLedger ledger = new ClusterLedger();
    private final Decisions decisions = new Decisions();
    private final List<String> bound = new CopyOnWriteArrayList<>();
    private boolean quotaIsFull;
    private final PodGate gate = new PodGate() {
        @Override
        public FitResult admit(PodFacts pod) {
            return quotaIsFull ? new FitResult(FitCode.UNSCHEDULABLE, List.of(FULL)) : FitResult.FITS;
        }

        @Override
        public FitResult hold(PodFacts pod, Instant deadline) {
            return FitResult.FITS;
        }

        @Override
        public FitResult confirm(PodFacts pod) {
            return FitResult.FITS;
        }

        @Override
        public void release(PodFacts pod) {}
    };
    private final BindingApi api = new BindingApi() {
        @Override
        public Answer bind(PodFacts pod, String node, Map<String, String> annotations) {
            bound.add(pod.name() + " to " + node);
            return new Answer(Verdict.DONE, "");
        }

        @Override
        public Optional<PodFacts> read(String namespace, String name) {
            return Optional.empty();
        }
    };
    private BindQueue binds;
    private ExtenderVerbs verbs;

    @BeforeEach
    void twoNodes() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 2_000, "8Gi"));
        Capabilities capabilities = new Capabilities(gate, Samples.plugins());
        BindConfig limits = BindConfig.DEFAULT;
        MetricRegistry metrics = new MetricRegistry();
        binds = new BindQueue(
                new Binder(ledger, capabilities, api, decisions, limits, STEADY, metrics),
                BindBarrier.OPEN,
                limits,
                System::nanoTime,
                metrics);
        Preemption preemption = new Preemption(ledger, capabilities.plugins(), NO_BUDGETS);
        verbs = new ExtenderVerbs(
                ledger,
                new ExtenderVerbs.Actions(binds, preemption, STEADY),
                () -> true,
                new ExtenderConfig(),
                capabilities,
                new FilterRecorder(decisions, new RefusedPods(), Clock.systemUTC()),
                metrics);
    }

    @AfterEach
    void end() {
        binds.close();
    }

    @Test
    void aPodWithoutRoomInItsQuotaIsRefusedOnceAndExplainedForAllNodes() {
        Pod pod = waits(Samples.batchPod("p", 1_000, "1Gi"));
        quotaIsFull = true;

        FilterResult answer = filter(pod);

        assertThat(answer.failedAndUnresolvableNodes()).isEqualTo(Map.of("n1", FULL));
        assertThat(decisions.find("jobs/p").orElseThrow().filter()).satisfies(filter -> {
            assertThat(filter.fitting()).isZero();
            assertThat(filter.refused()).singleElement().satisfies(reason -> {
                assertThat(reason.reason()).isEqualTo(FULL);
                assertThat(reason.nodes()).isEqualTo(2);
            });
        });
    }

    @Test
    void noVictimIsNamedForAPodThatWasRefusedBeforeAnyNode() throws Exception {
        Pod pod = waits(Samples.batchPod("p", 1_000, "1Gi"));
        Pod victim = Samples.batchPod("low", 3_000, "1Gi");
        victim.getSpec().setPriority(-1);
        ledger.podSeen(Samples.boundFacts(victim, "n1"));
        String body = "{\"Pod\":%s,\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"uid-low\"}]}}}"
                .formatted(Json.tree(pod));
        filter(pod);
        assertThat(preempt(body).at("/NodeNameToMetaVictims/n1/Pods")).hasSize(1);

        quotaIsFull = true;
        filter(pod);

        assertThat(preempt(body).path("NodeNameToMetaVictims")).isEmpty();
        assertThat(decisions
                        .find("jobs/p")
                        .orElseThrow()
                        .preempt()
                        .nodes()
                        .get("n1")
                        .problem())
                .isEqualTo(FULL);
    }

    @Test
    void theHoldOfFilterEndsWithTheBind() {
        Pod pod = waits(Samples.batchPod("p", 1_000, "1Gi"));
        assertThat(filter(pod).nodeNames()).containsExactly("n1");
        assertThat(ledger.assumptions()).hasSize(1);

        List<Reply> replies = new CopyOnWriteArrayList<>();
        verbs.bind(
                "{\"PodName\":\"p\",\"PodNamespace\":\"jobs\",\"PodUID\":\"uid-p\",\"Node\":\"n1\"}"
                        .getBytes(StandardCharsets.UTF_8),
                replies::add);
        await().until(() -> replies.size() == 1);
        ledger.podSeen(Samples.boundFacts(pod, "n1"));

        assertThat(replies).extracting(Reply::result).containsExactly("ok");
        assertThat(bound).containsExactly("p to n1");
        assertThat(ledger.assumptions()).isEmpty();
    }

    @Test
    void theNextFilterOfThePodMovesItsHold() {
        Pod pod = waits(Samples.batchPod("p", 1_000, "1Gi"));
        filter(pod);

        assertThat(filter(pod, "n2").nodeNames()).containsExactly("n2");

        assertThat(ledger.assumptions()).extracting(Assumption::node).containsExactly("n2");
    }

    private Pod waits(Pod pod) {
        ledger.podSeen(PodFactsReader.read(pod));
        return pod;
    }

    private FilterResult filter(Pod pod, String... nodes) {
        ObjectNode request = Json.MAPPER.createObjectNode();
        request.set("Pod", Json.tree(pod));
        for (String node : nodes.length == 0 ? new String[] {"n1", "n2"} : nodes) {
            request.withArray("NodeNames").add(node);
        }
        return (FilterResult) verbs.filter(request.toString().getBytes(StandardCharsets.UTF_8), verbs.patience())
                .entity();
    }

    private JsonNode preempt(String body) throws Exception {
        Reply reply = verbs.preempt(body.getBytes(StandardCharsets.UTF_8), verbs.patience());
        return PlainJson.MAPPER.readTree(PlainJson.MAPPER.writeValueAsBytes(reply.entity()));
    }
}

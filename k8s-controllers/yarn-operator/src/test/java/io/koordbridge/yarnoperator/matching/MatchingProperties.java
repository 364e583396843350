package io.koordbridge.yarnoperator.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for any pod and any report. */
class MatchingProperties {

    private static final int CASES = 20_000;
    private static final List<String> FIRST = List.of("nm-0", "nm-1", "nm-10", "worker-1");
    private static final List<String> DOMAINS =
            List.of("", ".nm.a.svc", ".nm.b.svc", ".nm.b.svc.cluster.local", ".dc1.example", ".dc2.example");
    private static final List<String> STATES = List.of("", " dead");

    private final Random random = new Random(38);

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String host() {
        return random.nextInt(8) == 0 ? any(List.of("10.1.2.3", "10.0.0.7", "10.9.9.9")) : any(FIRST) + any(DOMAINS);
    }

    private String nodeId() {
        return host() + ":" + (1 + random.nextInt(3));
    }

    private List<String> report() {
        List<String> all = new ArrayList<>();
        Set<String> ids = new java.util.HashSet<>();
        for (int i = random.nextInt(7); i > 0; i--) {
            String id = nodeId();
            if (ids.add(id)) {
                all.add(id + any(STATES));
            }
        }
        return all;
    }

    private Pod pod() {
        PodOf pod = new PodOf(any(List.of("a", "b")), any(FIRST));
        pod = random.nextBoolean()
                ? pod.hostNetwork()
                : pod.network(pod.build().getMetadata().getName(), random.nextBoolean() ? "nm" : null);
        return (random.nextInt(3) == 0 ? pod.nodeId(random.nextInt(4) == 0 ? host() + ":0" : nodeId()) : pod).build();
    }

    private Node node() {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("worker-1")
                .endMetadata()
                .withNewStatus()
                .addNewAddress("10.0.0.7", "InternalIP")
                .addNewAddress("worker-1" + any(List.of("", ".dc1.example")), "Hostname")
                .endStatus()
                .build();
    }

    private @Nullable AgentWord word() {
        return random.nextBoolean()
                ? null
                : new AgentWord(YarnNodeId.parse(nodeId()).orElseThrow(), null, random.nextBoolean());
    }

    private static NodeManagersOfNode find(Node node, Pod pod, @Nullable AgentWord word, List<String> report) {
        return NodeManagersOfNode.of(
                node, List.of(pod), word, Set.of(""), Map.of("", Reported.hosts(report.toArray(String[]::new))));
    }

    @Test
    void theOrderOfAReportDoesNotMatter() {
        for (int i = 0; i < CASES; i++) {
            Node node = node();
            Pod pod = pod();
            AgentWord word = word();
            List<String> report = report();
            List<String> other = new ArrayList<>(report);
            Collections.shuffle(other, random);

            assertThat(find(node, pod, word, other).matches())
                    .as("%s %s %s", pod, word, report)
                    .isEqualTo(find(node, pod, word, report).matches());
        }
    }

    @Test
    void whatIsTakenAsTheHostsOwnIsNoNamesakes() {
        for (int i = 0; i < CASES; i++) {
            Node node = node();
            Pod pod = pod();
            HostIdentity own = HostIdentity.of(node, pod);
            for (NodeManagerMatch match : find(node, pod, null, report()).matches()) {
                String host = match.ref().host();
                boolean whole = own.is(host);
                assertThat(match.claim() == Claim.HOST)
                        .as("%s by %s", match, own)
                        .isEqualTo(whole);
                boolean annotated = pod.getMetadata().getAnnotations() != null
                        && pod.getMetadata().getAnnotations().toString().contains(host + ":");
                assertThat(annotated || whole || !own.isOther(host))
                        .as("%s of %s", match, pod)
                        .isTrue();
            }
        }
    }

    @Test
    void theAgentsNodeManagerInUseIsAlwaysFound() {
        for (int i = 0; i < CASES; i++) {
            String nodeId = nodeId();
            List<String> report = new ArrayList<>(report());
            report.removeIf(one -> one.startsWith(nodeId));
            report.add(nodeId);
            AgentWord word = new AgentWord(YarnNodeId.parse(nodeId).orElseThrow(), null, true);

            assertThat(find(node(), pod(), word, report).matches())
                    .as("%s in %s", nodeId, report)
                    .first()
                    .satisfies(match -> assertThat(match.ref().nodeId()).isEqualTo(nodeId))
                    .satisfies(match -> assertThat(match.claim()).isEqualTo(Claim.AGENT));
        }
    }

    @Test
    void aDeadRegistrationIsNeverTakenBesideOneInUseOfItsHost() {
        for (int i = 0; i < CASES; i++) {
            List<String> report = report();
            for (NodeManagerMatch match : find(node(), pod(), word(), report).matches()) {
                String host = match.ref().host() + ":";
                boolean dead = report.contains(match.ref().nodeId() + " dead");
                boolean anyInUse = report.stream().anyMatch(one -> one.startsWith(host) && !one.endsWith(" dead"));
                assertThat(dead && anyInUse).as("%s in %s", match, report).isFalse();
            }
        }
    }
}

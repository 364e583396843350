package io.koordbridge.yarnoperator.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import org.junit.jupiter.api.Test;

/** One pod, its node, and the report of its cluster. */
class NodeManagerMatcherTest {

    private final Node node = new NodeBuilder()
            .withNewMetadata()
            .withName("worker-1")
            .endMetadata()
            .withNewStatus()
            .addNewAddress("10.0.0.7", "InternalIP")
            .addNewAddress("worker-1.dc1.example", "InternalDNS")
            .endStatus()
            .build();
    private final Node withoutDomain = new NodeBuilder(node)
            .editStatus()
            .withAddresses()
            .addNewAddress("10.0.0.7", "InternalIP")
            .addNewAddress("worker-1", "Hostname")
            .endStatus()
            .build();
    private final PodOf pod = new PodOf("b", "nm-0").network("nm-0", "nm");
    private final PodOf onHost = new PodOf("hadoop", "nm-x7k2p").hostNetwork();

    private NodeManagerMatcher.Found find(Node of, Pod one, String... reported) {
        return new NodeManagerMatcher("", Reported.hosts(reported)).of(of, one);
    }

    private NodeManagerMatch match(PodOf one, String... reported) {
        return find(node, one.build(), reported).match();
    }

    private static NodeManagerMatch found(String pod, String host, int port, Way way, Claim claim) {
        return new NodeManagerMatch(new NodeManagerRef("", host, port), way, "Pod/" + pod, claim);
    }

    @Test
    void takesTheAnnotationWhenTheResourceManagerKnowsIt() {
        assertThat(match(pod.nodeId("nm-0:8041"), "nm-0:8041", "nm-4:8041"))
                .isEqualTo(found("b/nm-0", "nm-0", 8041, Way.ANNOTATION, Claim.HOST));
        assertThat(match(pod.nodeId("elsewhere.example:8041"), "elsewhere.example:8041"))
                .isEqualTo(found("b/nm-0", "elsewhere.example", 8041, Way.ANNOTATION, Claim.NAMED));
    }

    @Test
    void findsTheWholeNameBehindAShortOneInTheAnnotation() {
        assertThat(match(pod.nodeId("nm-0:8041"), "nm-0.nm.b.svc.cluster.local:8041"))
                .isEqualTo(found("b/nm-0", "nm-0.nm.b.svc.cluster.local", 8041, Way.HOST_NAME, Claim.HOST));
        assertThat(match(pod, "nm-0.nm.b.svc:8041"))
                .extracting(NodeManagerMatch::way)
                .isEqualTo(Way.HOST_NAME);
    }

    @Test
    void takesNoPodOfTheSameNameInAnotherNamespace() {
        assertThat(match(pod, "nm-0.nm.a.svc.cluster.local:8041", "nm-0.nm.b.svc.cluster.local:8041"))
                .extracting(one -> one.ref().host())
                .isEqualTo("nm-0.nm.b.svc.cluster.local");
        assertThat(match(pod, "nm-0.nm.a.svc.cluster.local:8041"))
                .as("the own one has not registered yet")
                .isNull();
        PodOf withoutService = new PodOf("b", "nm-0").network("nm-0", null);
        assertThat(match(withoutService, "nm-0.nm.a.svc.cluster.local:8041")).isNull();
        assertThat(match(withoutService, "nm-0.nm.b.svc.cluster.local:8041"))
                .extracting(NodeManagerMatch::way, NodeManagerMatch::claim)
                .containsExactly(Way.SHORT_NAME, Claim.NAMED);
    }

    @Test
    void anAnnotationOfAPodThatHasNotRegisteredMeansNoOtherOne() {
        assertThat(match(pod.nodeId("nm-0:8041"), "nm-0.nm.a.svc.cluster.local:8041"))
                .isEqualTo(found("b/nm-0", "nm-0", 8041, Way.ANNOTATION_UNCONFIRMED, Claim.HOST));
        assertThat(match(pod.nodeId("nm-0.nm.b.svc:8041"), "nm-0.nm.a.svc:8041"))
                .extracting(NodeManagerMatch::way)
                .isEqualTo(Way.ANNOTATION_UNCONFIRMED);
    }

    @Test
    void takesNoHostOfTheSameNameInAnotherDomain() {
        assertThat(match(onHost, "worker-1.dc2.example:8041"))
                .as("the own one has not registered yet")
                .isNull();
        assertThat(match(onHost, "worker-1.dc2.example:8041", "WORKER-1.dc1.example:8041"))
                .isEqualTo(found("hadoop/nm-x7k2p", "WORKER-1.dc1.example", 8041, Way.HOST_NAME, Claim.HOST));
    }

    @Test
    void aShortNameCountsWhereItIsTheOnlyOne() {
        assertThat(find(withoutDomain, onHost.build(), "worker-1.dc2.example:8041")
                        .match())
                .extracting(NodeManagerMatch::way, NodeManagerMatch::claim)
                .containsExactly(Way.SHORT_NAME, Claim.NAMED);
        NodeManagerMatcher.Found two =
                find(withoutDomain, onHost.build(), "worker-1.dc1.example:8041", "worker-1.dc2.example:8041");
        assertThat(two.match()).isNull();
        assertThat(two.rivals())
                .extracting(NodeManagerRef::host)
                .containsExactly("worker-1.dc1.example", "worker-1.dc2.example");
        assertThat(match(onHost, "worker-1:8041"))
                .as("registered without a domain")
                .extracting(NodeManagerMatch::way)
                .isEqualTo(Way.SHORT_NAME);
    }

    @Test
    void aDeadHostOfTheSameShortNameMakesItNoLessAmbiguous() {
        assertThat(find(withoutDomain, onHost.build(), "worker-1.dc1.example:8041 dead", "worker-1.dc2.example:8041")
                        .match())
                .isNull();
    }

    @Test
    void aNameThatOnlyBeginsAlikeIsAnotherHost() {
        assertThat(match(new PodOf("b", "nm-1").network("nm-1", "nm"), "nm-10.nm.b.svc:8041", "nm-10:8041"))
                .isNull();
        assertThat(match(onHost, "worker-10.dc1.example:8041", "worker-1x.dc1.example:8041"))
                .isNull();
        assertThat(match(new PodOf("b", "nm-0").network("nm-0", "nm"), "nm-0.nm.b.svcx.example:8041"))
                .isNull();
    }

    @Test
    void theAddressOfThePodComesBeforeThatOfItsNodeAndBeforeNames() {
        assertThat(match(pod, "10.0.0.7:8041", "10.1.2.3:8041", "nm-0.nm.b.svc:8041"))
                .extracting(one -> one.ref().host())
                .as("both addresses run here, and both are in use")
                .isEqualTo("10.1.2.3");
        assertThat(match(pod, "10.0.0.7:8041")).isEqualTo(found("b/nm-0", "10.0.0.7", 8041, Way.ADDRESS, Claim.HOST));
        assertThat(match(pod, "10.1.2.30:8041", "10.1.2:8041")).isNull();
    }

    @Test
    void ofSeveralRegistrationsTheOneInUseCounts() {
        assertThat(match(onHost, "worker-1.dc1.example:35123 dead", "worker-1.dc1.example:40017"))
                .extracting(one -> one.ref().port())
                .isEqualTo(40_017);
        assertThat(match(
                        onHost,
                        "worker-1.dc1.example:35123 dead",
                        "worker-1.dc1.example:40017 dead",
                        "worker-1.dc1.example:41777"))
                .extracting(one -> one.ref().port())
                .isEqualTo(41_777);
        assertThat(match(
                        onHost.nodeId("worker-1.dc1.example:0"),
                        "worker-1.dc1.example:1 dead",
                        "worker-1.dc1.example:2"))
                .extracting(one -> one.ref().port())
                .isEqualTo(2);
        assertThat(match(
                        onHost.nodeId("worker-1.dc1.example:1"),
                        "worker-1.dc1.example:1 dead",
                        "worker-1.dc1.example:2"))
                .as("a port that was")
                .extracting(one -> one.ref().port())
                .isEqualTo(2);
    }

    @Test
    void whileNoneIsInUseTheOnlyOneStaysWhatItIs() {
        assertThat(match(onHost, "worker-1.dc1.example:35123 dead"))
                .extracting(one -> one.ref().port())
                .isEqualTo(35_123);
        NodeManagerMatcher.Found two =
                find(node, onHost.build(), "worker-1.dc1.example:1 dead", "worker-1.dc1.example:2 dead");
        assertThat(two.match()).isNull();
        assertThat(two.rivals()).as("none of them can be updated").isEmpty();
        assertThat(match(onHost, "worker-1.dc1.example:35123 dead", "worker-1:8041"))
                .as("a weaker name does not replace it")
                .extracting(one -> one.ref().port())
                .isEqualTo(35_123);
    }

    @Test
    void severalInUseAreNoneUnlessAPortTellsWhich() {
        NodeManagerMatcher.Found two = find(node, onHost.build(), "worker-1.dc1.example:1", "worker-1.dc1.example:2");
        assertThat(two.match()).isNull();
        assertThat(two.rivals()).extracting(NodeManagerRef::port).containsExactly(1, 2);
        assertThat(match(onHost.nodeId("worker-1:2"), "worker-1.dc1.example:1", "worker-1.dc1.example:2"))
                .extracting(one -> one.ref().port())
                .isEqualTo(2);
        assertThat(find(node, onHost.nodeId("worker-1:0").build(), "worker-1.dc1.example:1", "worker-1.dc1.example:2")
                        .match())
                .as("port 0 says nothing")
                .isNull();
    }

    @Test
    void keepsAnAnnotationThatTheResourceManagerDoesNotKnowYet() {
        assertThat(match(pod.nodeId("nm-0:8041")))
                .isEqualTo(found("b/nm-0", "nm-0", 8041, Way.ANNOTATION_UNCONFIRMED, Claim.HOST));
        assertThat(match(pod.nodeId("nm-0:0"))).as("no name of a NodeManager").isNull();
    }

    @Test
    void ignoresAnAnnotationThatIsNoHostAndPort() {
        assertThat(match(pod.nodeId("nm-9"), "nm-9:8041")).isNull();
        assertThat(match(pod.nodeId("nm-9:http"), "nm-9:8041")).isNull();
    }

    @Test
    void theAnnotationsDomainIsADomainToo() {
        assertThat(find(
                                withoutDomain,
                                onHost.nodeId("worker-1.dc1.example:8041").build(),
                                "worker-1.dc2.example:8041")
                        .match())
                .extracting(NodeManagerMatch::way)
                .isEqualTo(Way.ANNOTATION_UNCONFIRMED);
    }
}

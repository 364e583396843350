package io.koordbridge.yarnoperator.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

class HostIdentityTest {

    private final Node node = new NodeBuilder()
            .withNewMetadata()
            .withName("worker-1")
            .endMetadata()
            .withNewStatus()
            .addNewAddress("10.0.0.7", "InternalIP")
            .addNewAddress("203.0.113.9", "ExternalIP")
            .addNewAddress("Worker-1.dc1.example", "InternalDNS")
            .endStatus()
            .build();
    private final PodOf pod = new PodOf("b", "nm-0");

    private HostIdentity of(PodOf one) {
        return HostIdentity.of(node, one.build());
    }

    @Test
    void aPodWithItsOwnNetworkHasItsHostNameAndItsService() {
        HostIdentity own = of(pod.network("nm-0", "nm"));

        assertThat(own.addresses()).containsExactly("10.1.2.3", "10.0.0.7");
        assertThat(own.shortNames()).containsExactly("nm-0");
        assertThat(own.whole()).containsExactly("nm-0.nm.b.svc");
        assertThat(own.namespace()).isEqualTo("b");
        assertThat(own.is("nm-0.nm.b.svc.cluster.local")).isTrue();
        assertThat(own.isOther("nm-0.nm.b.svc.cluster.local")).isFalse();
        assertThat(own.isOther("nm-0.nm.a.svc.cluster.local")).isTrue();
        assertThat(own.is("nm-0.nm.b.svcx")).as("a name that only begins alike").isFalse();
        assertThat(own.is("worker-1")).as("the node's name is not the pod's").isFalse();
    }

    @Test
    void withoutAServiceOnlyTheNamespaceSeparatesNames() {
        HostIdentity own = of(pod);

        assertThat(own.whole()).isEmpty();
        assertThat(own.shortNames()).as("the pod's name without a host name").containsExactly("nm-0");
        assertThat(own.isOther("nm-0.any.a.svc.cluster.local")).isTrue();
        assertThat(own.isOther("nm-0.any.b.svc.cluster.local")).isFalse();
        assertThat(own.isOther("nm-0.dc1.example")).as("no name of a service").isFalse();
        assertThat(own.is("nm-0.dc1.example")).as("nor known to be this host").isFalse();
    }

    @Test
    void aPodOnTheHostsNetworkHasTheNodesNames() {
        HostIdentity host = of(pod.hostNetwork());

        assertThat(host.addresses()).containsExactly("10.0.0.7");
        assertThat(host.shortNames()).containsExactly("worker-1");
        assertThat(host.whole()).containsExactly("worker-1.dc1.example");
        assertThat(host.namespace()).isEmpty();
        assertThat(host.is("WORKER-1.dc1.example")).isTrue();
        assertThat(host.isOther("worker-1.dc2.example")).isTrue();
        assertThat(host.isOther("worker-1.dc1.example.evil"))
                .as("a whole name ends")
                .isTrue();
        assertThat(host.isOther("worker-1")).isFalse();
    }

    @Test
    void aNodeThatIsNamedByItsAddressHasNoName() {
        Node byAddress = new NodeBuilder(node)
                .editMetadata()
                .withName("10.0.0.7")
                .endMetadata()
                .withStatus(null)
                .build();
        Pod unknown = new PodBuilder(pod.hostNetwork().build()).withStatus(null).build();
        HostIdentity host = HostIdentity.of(byAddress, unknown);

        assertThat(host.addresses()).containsExactly("10.0.0.7");
        assertThat(host.shortNames()).isEmpty();
        assertThat(host.whole()).isEmpty();
    }
}

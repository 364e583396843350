package io.koordbridge.colo.preflight;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/** Whether network policies keep pods away from the port of the webhook, which needs no credentials. */
@PureCore
enum WebhookPort {
    /** Every pod of the cluster reaches it, where the policies are enforced or not. */
    OPEN,
    /** Only named sources do, where the policies are enforced. */
    LIMITED,
    /** The policies could not be read. */
    UNKNOWN;

    static final int NUMBER = 9876;

    /**
     * By the policies of the webhook's namespace.
     *
     * @param labels of the webhook's pods
     */
    static WebhookPort of(List<NetworkPolicy> policies, Map<String, String> labels) {
        List<NetworkPolicy> holding = policies.stream()
                .filter(policy -> selects(policy.getSpec().getPodSelector(), labels))
                .filter(policy -> limitsIngress(policy.getSpec().getPolicyTypes()))
                .toList();
        boolean open = holding.isEmpty()
                || holding.stream()
                        .flatMap(policy -> policy.getSpec().getIngress().stream())
                        .anyMatch(WebhookPort::letsAllIn);
        return open ? OPEN : LIMITED;
    }

    private static boolean limitsIngress(List<String> types) {
        return types.isEmpty() || types.contains("Ingress");
    }

    private static boolean selects(LabelSelector selector, Map<String, String> labels) {
        return selector == null || CompiledSelector.of(selector).matches(labels);
    }

    private static boolean letsAllIn(NetworkPolicyIngressRule rule) {
        boolean anybody = rule.getFrom().isEmpty();
        return anybody && (rule.getPorts().isEmpty() || rule.getPorts().stream().anyMatch(WebhookPort::isOurs));
    }

    private static boolean isOurs(NetworkPolicyPort port) {
        IntOrString first = port.getPort();
        if (first == null || first.getIntVal() == null) {
            return first == null || "webhook".equals(first.getStrVal());
        }
        int last = port.getEndPort() == null ? first.getIntVal() : port.getEndPort();
        return first.getIntVal() <= NUMBER && NUMBER <= last;
    }
}

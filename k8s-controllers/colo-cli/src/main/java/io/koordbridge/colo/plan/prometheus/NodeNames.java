package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Names of nodes by the labels of series: the label of the option, else {@code node}, else {@code kubernetes_node}, else the name that the
 * kubelet's series give to the same address, else {@code instance} without its port.
 *
 * @param label of the option, empty for none
 * @param byAddress names of addresses
 */
@PureCore
record NodeNames(String label, Map<String, String> byAddress) {
    private static final String INSTANCE = "instance";
    private static final List<String> USUAL = List.of("node", "kubernetes_node");

    NodeNames {
        byAddress = Map.copyOf(byAddress);
    }

    static NodeNames by(String label) {
        return new NodeNames(label, Map.of());
    }

    /** Labels to group by, as PromQL has them. */
    String grouping() {
        return String.join(
                ", ",
                Stream.concat(named().stream(), Stream.of(INSTANCE)).distinct().toList());
    }

    private List<String> named() {
        return label.isEmpty() ? USUAL : List.of(label);
    }

    /** The same, knowing the addresses of series that have both a name and an address. */
    NodeNames knowing(List<Series> series) {
        Map<String, String> names = new HashMap<>();
        for (Series one : series) {
            String address = address(one.labels().getOrDefault(INSTANCE, ""));
            String name = given(one.labels());
            if (!address.isEmpty() && !name.isEmpty()) {
                names.put(address, name);
            }
        }
        return new NodeNames(label, names);
    }

    /** The node of a series, empty when its labels name none. */
    String of(Map<String, String> labels) {
        String name = given(labels);
        if (!name.isEmpty()) {
            return name;
        }
        String address = address(labels.getOrDefault(INSTANCE, ""));
        return byAddress.getOrDefault(address, address);
    }

    private String given(Map<String, String> labels) {
        return named().stream()
                .map(one -> labels.getOrDefault(one, ""))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Without the port; an IPv6 address is in brackets before it. */
    private static String address(String instance) {
        int colon = instance.lastIndexOf(':');
        boolean port = colon > 0 && (instance.charAt(colon - 1) == ']' || instance.indexOf(':') == colon);
        String host = port ? instance.substring(0, colon) : instance;
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}

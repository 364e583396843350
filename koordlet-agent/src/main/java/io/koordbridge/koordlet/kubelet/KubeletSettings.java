package io.koordbridge.koordlet.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the configuration of a kubelet says about CPUs and control groups.
 *
 * @param cpuManagerPolicy {@code none} or {@code static}
 * @param cpuManagerOptions of the policy
 * @param reservedCpus CPUs for the system by number; empty without any
 * @param reservedMilliCpu CPU for the system by amount
 * @param topologyPolicy of the topology manager
 * @param topologyScope {@code container} or {@code pod}
 * @param cgroupDriver {@code systemd} or {@code cgroupfs}; empty when it does not say
 * @param cgroupRoot group that its own are in; empty or {@code /}: the root itself
 */
@PureCore
public record KubeletSettings(
        String cpuManagerPolicy,
        Map<String, String> cpuManagerOptions,
        CpuSet reservedCpus,
        long reservedMilliCpu,
        String topologyPolicy,
        String topologyScope,
        String cgroupDriver,
        String cgroupRoot) {

    private static final String NONE = "none";

    public KubeletSettings {
        cpuManagerOptions = Map.copyOf(cpuManagerOptions);
    }

    /**
     * Reads the document of the kubelet's configuration file; what is left out has the kubelet's default.
     *
     * @throws IllegalArgumentException on a list of CPUs or an amount that cannot be read
     */
    public static KubeletSettings of(JsonNode configuration) {
        Map<String, String> options = new TreeMap<>();
        configuration
                .path("cpuManagerPolicyOptions")
                .properties()
                .forEach(one -> options.put(one.getKey(), one.getValue().asText()));
        return new KubeletSettings(
                text(configuration, "cpuManagerPolicy", NONE),
                options,
                CpuSet.parse(text(configuration, "reservedSystemCPUs", "")),
                milliCpu(configuration, "kubeReserved") + milliCpu(configuration, "systemReserved"),
                text(configuration, "topologyManagerPolicy", NONE),
                text(configuration, "topologyManagerScope", "container"),
                text(configuration, "cgroupDriver", ""),
                text(configuration, "cgroupRoot", ""));
    }

    private static String text(JsonNode configuration, String field, String byDefault) {
        String text = configuration.path(field).asText("");
        return text.isEmpty() ? byDefault : text;
    }

    private static long milliCpu(JsonNode configuration, String field) {
        String amount = configuration.path(field).path("cpu").asText("");
        return amount.isEmpty() ? 0 : Quantities.milli(new Quantity(amount));
    }

    /** Whether the kubelet gives whole CPUs to containers itself. */
    public boolean givesCpus() {
        return cpuManagerPolicy.equals("static");
    }
}

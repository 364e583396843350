package io.koordbridge.admission.mutation;

import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which lists of a pod or Reservation are merged, and by which key; which objects every pod has, if only empty. */
@PureCore
final class PodListRules {

    private static final String TEMPLATE = "spec.template.";
    private static final Rule REPLACED = new Rule(false, null);
    private static final Rule SET = new Rule(true, null);
    private static final Map<String, String> POD_KEYS = Map.ofEntries(
            Map.entry("spec.containers", "name"),
            Map.entry("spec.initContainers", "name"),
            Map.entry("spec.ephemeralContainers", "name"),
            Map.entry("spec.volumes", "name"),
            Map.entry("spec.imagePullSecrets", "name"),
            Map.entry("spec.schedulingGates", "name"),
            Map.entry("spec.resourceClaims", "name"),
            Map.entry("spec.hostAliases", "ip"),
            Map.entry("spec.topologySpreadConstraints", "topologyKey"),
            Map.entry("metadata.ownerReferences", "uid"));
    private static final Map<String, String> CONTAINER_KEYS = Map.of(
            "env", "name",
            "ports", "containerPort",
            "volumeMounts", "mountPath",
            "volumeDevices", "devicePath");

    private static final String CONTAINERS = "spec\\.(init|ephemeral)?[cC]ontainers";
    private static final Pattern CONTAINER = Pattern.compile(CONTAINERS);
    private static final Pattern ALWAYS =
            Pattern.compile("(spec\\.template\\.)?(metadata|spec|" + CONTAINERS + "\\.resources)");

    private PodListRules() {}

    /**
     * How a list is treated.
     *
     * @param key field that identifies an element; null for a set of plain values
     */
    record Rule(boolean merges, @Nullable String key) {}

    /** The rule of a list, by its path without indexes; the template of a Reservation is like a pod. */
    static Rule of(String path) {
        return path.startsWith(TEMPLATE) ? ofPod(path.substring(TEMPLATE.length())) : ofPod(path);
    }

    /** Whether an object is there even when it was not written: a directive about it is followed, not dropped. */
    static boolean isNeverAbsent(String path) {
        return ALWAYS.matcher(path).matches();
    }

    private static Rule ofPod(String path) {
        if (path.equals("metadata.finalizers")) {
            return SET;
        }
        String key = POD_KEYS.get(path);
        int lastDot = path.lastIndexOf('.');
        if (key == null && lastDot > 0) {
            boolean inContainer = CONTAINER.matcher(path.substring(0, lastDot)).matches();
            key = inContainer ? CONTAINER_KEYS.get(path.substring(lastDot + 1)) : null;
        }
        return key == null ? REPLACED : new Rule(true, key);
    }
}

package io.koordbridge.copilot.api;

import io.koordbridge.copilot.cgroup.ContainerUsage;
import io.koordbridge.copilot.node.ContainerFacts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The two shapes of a container. Pure. */
final class ContainerJson {
    private ContainerJson() {}

    /** Version 1, field by field what existing clients read. */
    static Map<String, @Nullable Object> version1(ContainerFacts container, String cgroupPath) {
        Map<String, @Nullable Object> amounts = new LinkedHashMap<>();
        amounts.put("cpu", Long.toString(container.vcores()));
        amounts.put("memory", Long.toString(container.memoryBytes()));
        Map<String, @Nullable Object> resources = new LinkedHashMap<>();
        resources.put("limits", amounts);
        resources.put("requests", amounts);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", container.id());
        json.put("namespace", "yarn");
        json.put("uid", container.id());
        json.put("labels", null);
        json.put("annotations", null);
        json.put("priority", 1);
        json.put("createTimestamp", "0001-01-01T00:00:00Z");
        json.put("cgroupDir", cgroupPath + "/" + container.id());
        json.put("hostNetwork", true);
        json.put("resources", resources);
        return json;
    }

    static Map<String, @Nullable Object> version2(ContainerFacts container) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", container.id());
        json.put("applicationId", container.applicationId());
        json.put("user", container.user());
        json.put("state", container.state());
        json.put("executionType", container.opportunistic() ? "OPPORTUNISTIC" : "GUARANTEED");
        json.put("containerType", container.master() ? "APPLICATION_MASTER" : "TASK");
        json.put("priority", container.priority());
        json.put("vcores", container.vcores());
        json.put("memoryMB", container.memoryMegabytes());
        json.put("startTime", container.startMillis());
        json.put("launchTime", container.launchMillis());
        json.put("pid", container.pid() == null ? null : Long.valueOf(container.pid()));
        json.put("cgroup", groups(container));
        json.put("usage", usage(container.usage()));
        json.put("recovered", container.recovered());
        json.put("ending", container.ending());
        json.put("decommissioning", container.leavingSince() == 0 ? null : container.leavingSince());
        json.put("writtenBytes", container.written() == ContainerFacts.UNKNOWN ? null : container.written());
        json.put("protected", container.guarded());
        return json;
    }

    private static Map<String, @Nullable Object> groups(ContainerFacts container) {
        Map<String, @Nullable Object> groups = new LinkedHashMap<>();
        for (Map.Entry<String, Path> group : container.groups().entrySet()) {
            groups.put(group.getKey(), group.getValue().toString());
        }
        return groups;
    }

    /** Null is unknown, never idle. */
    private static Map<String, @Nullable Object> usage(ContainerUsage usage) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("cpuMilli", usage.cpuMilli() == ContainerUsage.UNKNOWN ? null : usage.cpuMilli());
        json.put("memoryBytes", usage.memoryBytes() == ContainerUsage.UNKNOWN ? null : usage.memoryBytes());
        return json;
    }
}

package io.koordbridge.lab.hadoop;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a NodeManager loads our plugin. Keys are documented in docs/reference/copilot-plugin.md.
 *
 * @param jar the plugin's jar
 * @param directory holds socket and lease file
 * @param properties any {@code koordbridge.copilot.*} key, last word
 */
public record PluginOptions(Path jar, Path directory, Map<String, String> properties) {

    public PluginOptions {
        properties = Map.copyOf(properties);
    }

    /** The lease file is not applied and no container is moved to a cgroup until asked for. */
    public static PluginOptions of(Path jar, Path directory) {
        return new PluginOptions(jar, directory, Map.of())
                // A machine without root has one user for everything.
                .property("koordbridge.copilot.agent.user", System.getProperty("user.name"))
                .property("koordbridge.copilot.lease.enabled", "false")
                .property("koordbridge.copilot.cgroup.enabled", "false");
    }

    /** Containers start below {@code path} of each controller under {@code root}. */
    public PluginOptions cgroup(Path root, String path) {
        return property("koordbridge.copilot.cgroup.enabled", "true")
                .property("koordbridge.copilot.cgroup.root", root.toString())
                .property("koordbridge.copilot.cgroup.path", path);
    }

    /** The NodeManager registers with what {@link #leaseFile} says. */
    public PluginOptions applyLease() {
        return property("koordbridge.copilot.lease.enabled", "true");
    }

    public PluginOptions property(String name, String value) {
        Map<String, String> merged = new LinkedHashMap<>(properties);
        merged.put(name, value);
        return new PluginOptions(jar, directory, merged);
    }

    /** Where the plugin serves its API. */
    public Path socket() {
        return directory.resolve("yarn-copilot.sock");
    }

    /** Where the plugin looks for the lease at start. */
    public Path leaseFile() {
        return directory.resolve("lease.json");
    }

    /** What the yarn-site.xml of the NodeManager says about the plugin. */
    public Map<String, String> yarnSite() {
        Map<String, String> yarn = new LinkedHashMap<>();
        yarn.put("yarn.nodemanager.aux-services", "copilot");
        yarn.put("yarn.nodemanager.aux-services.copilot.class", "io.koordbridge.copilot.CopilotAuxService");
        yarn.put(
                "yarn.nodemanager.container-state-transition-listener.classes",
                "io.koordbridge.copilot.CopilotNmListener");
        yarn.put("yarn.nodemanager.container-executor.class", "io.koordbridge.copilot.CopilotContainerExecutor");
        yarn.put("koordbridge.copilot.socket.path", socket().toString());
        yarn.put("koordbridge.copilot.lease.file", leaseFile().toString());
        yarn.putAll(properties);
        return yarn;
    }
}

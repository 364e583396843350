package io.koordbridge.it.operator;

import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The plugin for the NodeManager of a scene and the node agent that reads its socket, without control groups of the kernel.
 *
 * @param plugin options of the plugin
 * @param files of the agent
 */
record PluginAndAgent(PluginOptions plugin, Path files) {

    /** Both in new directories below an existing one. */
    static PluginAndAgent below(Path directory) throws IOException {
        Path files = Files.createDirectory(directory.resolve("agent"));
        PluginOptions plugin = PluginOptions.of(
                        ProjectLayout.find().jar("copilot-nodemanager-plugin"),
                        Files.createDirectory(files.resolve("yarn")))
                .cgroup(Files.createDirectory(directory.resolve("no-cgroups")), "hadoop-yarn");
        return new PluginAndAgent(plugin, files);
    }

    /** The same with a plugin that applies the lease file. */
    PluginAndAgent applyLease() {
        return new PluginAndAgent(plugin.applyLease(), files);
    }

    AgentProcess startAgent(RealControlPlane controlPlane) throws IOException {
        return new AgentProcess(controlPlane.kubeconfig(), SharedNode.NAME, files);
    }
}

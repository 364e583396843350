package io.koordbridge.colo.preflight;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a node can do its part. */
@PureCore
final class NodeJudge {
    private static final Pattern KERNEL = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})(\\D.*)?");
    /** The first kernel that has the cpuset controller in version 2. */
    private static final int CPUSET_MAJOR = 5;

    private static final int OLD_KUBELETS = 3;
    private static final long SILENT_SECONDS = 300;

    private NodeJudge() {}

    static List<Finding> judge(NodeFacts node, String server) {
        String part = "node " + node.name();
        List<Finding> findings = new ArrayList<>();
        findings.add(kubelet(node, server));
        AgentFacts agent = node.agent();
        if (agent.problem() != null) {
            findings.add(
                    Finding.fail(
                            part,
                            "agent",
                            agent.problem(),
                            "see that a koordlet pod runs there (tolerations, node selector) and that you may forward its port"));
            return findings;
        }
        findings.add(mode(part, agent));
        findings.add(measures(part, agent));
        findings.add(report(part, node.metricAgeSeconds()));
        findings.add(cgroup(part, node));
        findings.add(policy(part, node.cpuPolicy()));
        findings.addAll(nodeManager(part, node));
        return findings;
    }

    /** What can be said without an agent. */
    static Finding kubelet(NodeFacts node, String server) {
        String part = "node " + node.name();
        String version = node.kubelet();
        OptionalInt its = Versions.minor(version);
        OptionalInt servers = Versions.minor(server);
        if (its.isEmpty() || servers.isEmpty()) {
            return Finding.warn(
                    part, "kubelet", "version '" + version + "' is not understood", "see kubectl get nodes");
        }
        int behind = servers.getAsInt() - its.getAsInt();
        return behind < 0 || behind > OLD_KUBELETS
                ? Finding.fail(
                        part,
                        "kubelet",
                        version + " beside API server " + server,
                        "Kubernetes supports kubelets up to three minor versions older than the API server, never newer ones")
                : Finding.ok(part, "kubelet", version);
    }

    private static Finding mode(String part, AgentFacts agent) {
        return agent.mode().equals("enforcing")
                ? Finding.ok(part, "agent", "enforcing")
                : Finding.fail(
                        part,
                        "agent",
                        agent.mode() + ": " + String.join("; ", agent.obstacles()),
                        "without limits online pods are not protected: koordlet.observeOnly=false, koordlet.hostCgroupRoot, and with SELinux"
                                + " a policy that lets the agent write control groups");
    }

    private static Finding measures(String part, AgentFacts agent) {
        return agent.measures()
                ? Finding.ok(part, "usage", "measured")
                : Finding.fail(
                        part,
                        "usage",
                        "the agent knows no use of the node",
                        "see its log for /proc and cgroup files it cannot read");
    }

    private static Finding report(String part, @Nullable Long age) {
        String remedy =
                "see the agent's log: its right to patch nodemetrics/status, and koord-manager, which creates the NodeMetric";
        if (age == null) {
            return Finding.fail(part, "NodeMetric", "none was reported", remedy);
        }
        return age > SILENT_SECONDS
                ? Finding.fail(part, "NodeMetric", "the last is " + age + " s old", remedy)
                : Finding.ok(part, "NodeMetric", age + " s old");
    }

    private static Finding cgroup(String part, NodeFacts node) {
        AgentFacts agent = node.agent();
        String detail = agent.cgroupVersion() + ", driver " + agent.driver() + ", kernel " + node.kernel();
        Matcher kernel = KERNEL.matcher(node.kernel());
        boolean old = kernel.matches() && Integer.parseInt(kernel.group(1)) < CPUSET_MAJOR;
        return old && agent.cgroupVersion().equals("v2")
                ? Finding.fail(
                        part,
                        "cgroup",
                        detail,
                        "kernels before 5.0 have no cpuset controller in version 2: upgrade, or use version 1")
                : Finding.ok(part, "cgroup", detail);
    }

    private static Finding policy(String part, @Nullable String policy) {
        return policy == null
                ? Finding.warn(
                        part,
                        "kubelet CPU policy",
                        "not known",
                        "the agent reads the kubelet's configuration: koordlet.kubeletDirectory, or its right to get nodes/configz")
                : Finding.ok(part, "kubelet CPU policy", policy);
    }

    private static Finding nodeManager(String part, boolean privileged, String cgroupVersion) {
        if (privileged) {
            return Finding.warn(
                    part,
                    "NodeManager",
                    "privileged and root, as its containers are: each of them can end any other",
                    "run trusted applications there, or use cgroup version 1: docs/reference/copilot-plugin.md, Permission to end containers");
        }
        return cgroupVersion.equals("v2")
                ? Finding.fail(
                        part,
                        "NodeManager",
                        "not privileged on cgroup version 2: with nsdelegate it cannot move containers into the best-effort tier",
                        "chart hadoop-yarn: nodeManager.cgroup.version=2")
                : Finding.ok(part, "NodeManager", "without privileges");
    }

    private static List<Finding> nodeManager(String part, NodeFacts node) {
        Boolean privileged = node.privilegedNodeManager();
        AgentFacts agent = node.agent();
        List<Finding> findings = new ArrayList<>();
        if (privileged != null) {
            findings.add(nodeManager(part, privileged, agent.cgroupVersion()));
        }
        if (agent.trouble() != null) {
            findings.add(
                    Finding.fail(
                            part,
                            "plugin's socket",
                            agent.trouble(),
                            "socket directory and user: koordlet.yarnSocketDirectory and koordlet.yarnUser as nodeManager.socketDirectory and user.id of chart hadoop-yarn"));
        } else if (agent.socket() != null) {
            findings.add(Finding.ok(part, "plugin's socket", agent.socket()));
        } else if (privileged != null) {
            findings.add(
                    Finding.warn(
                            part,
                            "plugin's socket",
                            "no plugin of a NodeManager answers",
                            "yarn.nodemanager.aux-services of the NodeManager, koordlet.yarnSocketDirectory: docs/reference/copilot-plugin.md"));
        }
        return findings;
    }
}

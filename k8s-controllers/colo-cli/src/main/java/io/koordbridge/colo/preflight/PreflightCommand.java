package io.koordbridge.colo.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.HttpAddress;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.protocol.Labels;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What an installation needs. Ends with 1 when a check fails. */
@Command(
        name = "preflight",
        description =
                "Checks rights, versions, processes, webhook, LimitRanges, ResourceManagers and nodes, before an installation and after it; says what to do. Changes nothing.")
public final class PreflightCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--node", paramLabel = "NAME", description = "Only this node (default: all).")
    private @Nullable String onlyNode;

    @Option(
            names = "--resourcemanager",
            converter = HttpAddress.class,
            paramLabel = "URL",
            description =
                    "Web address of a ResourceManager, such as%nhttp://rm:8088, to check its version and settings.")
    private @Nullable URI resourceManager;

    @Option(
            names = "--yarn-user",
            paramLabel = "NAME",
            description = "Whom the yarn-operator is to the ResourceManager: has to be%nin yarn.admin.acl.")
    private String yarnUser = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public PreflightCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ClusterAccess access = session.cluster();
        ClusterReader cluster = new ClusterReader(access.client(), access.namespace());
        String server = access.ask(cluster::version);
        List<Workload> workloads = new ArrayList<>();
        List<Finding> findings = new ArrayList<>(List.of(Versions.server(server)));
        findings.addAll(part("processes", () -> {
            workloads.addAll(cluster.workloads());
            List<Finding> found = new ArrayList<>(
                    Versions.scheduler(server, cluster.kubeScheduler().orElse(null)));
            found.addAll(Versions.workloads(workloads));
            return found;
        }));
        boolean installed = workloads.stream().anyMatch(Workload::exists);
        findings.addAll(part("rights", () -> Rights.judge(cluster.own(Rights.own(access.namespace(), installed)))));
        findings.addAll(part(
                "priority classes",
                () -> PriorityClassJudge.judge(cluster.preemptionPolicies(PriorityClassJudge.NAMES))));
        if (installed) {
            findings.addAll(part("rights", () -> Rights.judge(cluster.accounts(Rights.accounts(workloads)))));
            findings.addAll(part(
                    "webhook",
                    () -> WebhookJudge.judge(
                            new WebhookReader(access.client(), access.namespace()).read(),
                            Clock.systemUTC().instant())));
            findings.addAll(part(LimitRangeJudge.PART, () -> limitRanges(access.client(), access.namespace())));
        }
        findings.addAll(part(PodSecurityJudge.PART, () -> podSecurity(access.client())));
        WebText web = new WebText(session.timeout());
        findings.addAll(yarn(workloads, web));
        findings.addAll(part("nodes", () -> nodes(cluster, new AgentReader(access.client(), web), server, workloads)));
        spec.commandLine().getOut().println(session.text(spec, document(findings), () -> FindingTable.of(findings)));
        return FindingTable.count(findings, Level.FAIL) == 0 ? ExitCodes.OK : ExitCodes.PROBLEM_FOUND;
    }

    private static List<Finding> limitRanges(KubernetesClient client, String namespace) {
        return LimitRangeJudge.judge(
                client.limitRanges().inAnyNamespace().list().getItems(),
                client.namespaces().list().getItems(),
                client.resources(ClusterColocationProfile.class).list().getItems(),
                Set.of("kube-system", namespace));
    }

    private static List<Finding> podSecurity(KubernetesClient client) {
        return PodSecurityJudge.judge(
                client.apps()
                        .statefulSets()
                        .inAnyNamespace()
                        .withLabel(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .list()
                        .getItems(),
                client.namespaces().list().getItems());
    }

    /** What may not be read is one line; an API server that goes away ends the command. */
    private List<Finding> part(String part, Supplier<List<Finding>> check) {
        try {
            return check.get();
        } catch (KubernetesClientException e) {
            return List.of(Finding.warn(
                    part,
                    "not checked",
                    String.valueOf(e.getMessage()),
                    "run colo preflight with the rights to read it, such as those of an administrator"));
        }
    }

    private List<Finding> yarn(List<Workload> workloads, WebText web) {
        List<Finding> findings = new ArrayList<>();
        String authentication = "";
        if (exists(workloads, Component.OPERATOR.process())) {
            try {
                ApiReader api = session.api(Component.OPERATOR);
                StatusAnswer status = api.as(StatusAnswer.class, api.read("status"), "status");
                NodesAnswer nodes = api.as(NodesAnswer.class, api.read("nodes"), "nodes");
                findings.addAll(YarnJudge.operator(status, nodes.nodes()));
                authentication = status.clusters().stream()
                        .map(each -> String.valueOf(each.auth()))
                        .findFirst()
                        .orElse("");
            } catch (AnswerException e) {
                findings.add(Finding.fail(
                        "yarn",
                        "yarn-operator",
                        String.valueOf(e.getMessage()),
                        "see why no pod of yarn-operator is ready"));
            }
        }
        if (resourceManager != null) {
            findings.addAll(
                    YarnJudge.web(new ResourceManagerReader(web).read(resourceManager), yarnUser, authentication));
        }
        return findings;
    }

    private List<Finding> nodes(ClusterReader cluster, AgentReader reader, String server, List<Workload> workloads) {
        List<Node> nodes = cluster.nodes(onlyNode);
        if (nodes.isEmpty()) {
            return List.of(Finding.fail(
                    "nodes",
                    "there",
                    onlyNode == null ? "the cluster has no nodes" : "no node " + onlyNode,
                    "kubectl get nodes"));
        }
        if (!exists(workloads, "koordlet")) {
            return nodes.stream()
                    .map(node -> NodeJudge.kubelet(ClusterReader.facts(node), server))
                    .toList();
        }
        ClusterReader.NodeObjects beside = cluster.nodeObjects();
        Map<String, Pod> agents = cluster.agents();
        return nodes.parallelStream()
                .map(node -> ClusterReader.facts(
                        node,
                        beside,
                        reader.read(agents.get(node.getMetadata().getName())),
                        Clock.systemUTC().instant()))
                .flatMap(facts -> NodeJudge.judge(facts, server).stream())
                .toList();
    }

    private static boolean exists(List<Workload> workloads, String name) {
        return workloads.stream().anyMatch(each -> each.exists() && each.name().equals(name));
    }

    private static JsonNode document(List<Finding> findings) {
        ObjectNode document = ApiReader.JSON.createObjectNode();
        for (Level level : Level.values()) {
            document.put(level.name().toLowerCase(Locale.ROOT), FindingTable.count(findings, level));
        }
        document.set("findings", ApiReader.JSON.valueToTree(findings));
        return document;
    }
}

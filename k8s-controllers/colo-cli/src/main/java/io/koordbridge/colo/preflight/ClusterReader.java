package io.koordbridge.colo.preflight;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.api.document.node.TopologyDocuments;
import io.koordbridge.api.document.node.TopologyDocuments.KubeletCpus;
import io.koordbridge.protocol.Annotations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the API server; every method may throw what the client throws. */
final class ClusterReader {
    private static final String SCHEDULER = "koord-scheduler";
    private static final String DESCHEDULER = "koord-descheduler";
    private static final String KUBE_SCHEDULER = "kube-scheduler";
    private static final String AGENT = "koordlet";
    private static final ResourceDefinitionContext NODE_METRICS =
            custom("slo.koordinator.sh", "v1alpha1", "NodeMetric", "nodemetrics");
    private static final ResourceDefinitionContext TOPOLOGIES =
            custom("topology.node.k8s.io", "v1alpha1", "NodeResourceTopology", "noderesourcetopologies");

    private final KubernetesClient client;
    private final String namespace;

    ClusterReader(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /** What nodes have beside their own object, by name. */
    record NodeObjects(
            Map<String, GenericKubernetesResource> metrics,
            Map<String, GenericKubernetesResource> topologies,
            Map<String, Boolean> nodeManagers) {}

    private static ResourceDefinitionContext custom(String group, String version, String kind, String plural) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(false)
                .build();
    }

    String version() {
        return client.getKubernetesVersion().getGitVersion();
    }

    List<Workload> workloads() {
        Stream<Workload> deployments = Stream.of("koord-manager", "yarn-operator", SCHEDULER, DESCHEDULER)
                .map(name -> workload(name, deployment(name)))
                // Off unless it is asked for, so its absence is no finding.
                .filter(one -> one.exists() || !one.name().equals(DESCHEDULER));
        DaemonSet agents = client.apps()
                .daemonSets()
                .inNamespace(namespace)
                .withName(AGENT)
                .get();
        Workload agent = agents == null
                ? new Workload(AGENT, null, 0, "")
                : new Workload(
                        AGENT,
                        number(agents.getStatus().getDesiredNumberScheduled()),
                        number(agents.getStatus().getNumberReady()),
                        tag(agents.getSpec().getTemplate().getSpec().getContainers(), AGENT));
        return Stream.concat(deployments, Stream.of(agent)).toList();
    }

    private @Nullable Deployment deployment(String name) {
        return client.apps().deployments().inNamespace(namespace).withName(name).get();
    }

    private static Workload workload(String name, @Nullable Deployment deployment) {
        return deployment == null
                ? new Workload(name, null, 0, "")
                : new Workload(
                        name,
                        number(deployment.getSpec().getReplicas()),
                        number(
                                deployment.getStatus() == null
                                        ? null
                                        : deployment.getStatus().getReadyReplicas()),
                        tag(deployment.getSpec().getTemplate().getSpec().getContainers(), name));
    }

    private static int number(@Nullable Integer value) {
        return value == null ? 0 : value;
    }

    /** Tag of the stock kube-scheduler's image; empty when it does not run. */
    Optional<String> kubeScheduler() {
        return Optional.ofNullable(deployment(SCHEDULER))
                .map(found -> tag(found.getSpec().getTemplate().getSpec().getContainers(), KUBE_SCHEDULER));
    }

    private static String tag(List<Container> containers, String name) {
        return containers.stream()
                .map(Container::getImage)
                .filter(image ->
                        image.split("@")[0].replaceFirst(":[^:/]*$", "").endsWith(name))
                .map(image -> image.split("@")[0])
                .map(image -> image.lastIndexOf(':') > image.lastIndexOf('/')
                        ? image.substring(image.lastIndexOf(':') + 1)
                        : "")
                .findFirst()
                .orElse("");
    }

    /** Preemption policy of those of these classes that there are, by name. */
    Map<String, String> preemptionPolicies(List<String> names) {
        Map<String, String> policies = new HashMap<>();
        for (String name : names) {
            PriorityClass found =
                    client.scheduling().v1().priorityClasses().withName(name).get();
            if (found != null) {
                policies.put(name, Objects.requireNonNullElse(found.getPreemptionPolicy(), ""));
            }
        }
        return policies;
    }

    /** Rights of whoever asks. */
    List<Right.Answer> own(List<Right> rights) {
        return rights.stream()
                .map(right -> new Right.Answer(
                        right,
                        allowed(client.authorization()
                                .v1()
                                .selfSubjectAccessReview()
                                .create(new SelfSubjectAccessReviewBuilder()
                                        .withNewSpec()
                                        .withResourceAttributes(attributes(right))
                                        .endSpec()
                                        .build())
                                .getStatus())))
                .toList();
    }

    /** Rights of service accounts. */
    List<Right.Answer> accounts(List<Right> rights) {
        return rights.stream()
                .map(right -> new Right.Answer(
                        right,
                        allowed(client.authorization()
                                .v1()
                                .subjectAccessReview()
                                .create(new SubjectAccessReviewBuilder()
                                        .withNewSpec()
                                        .withUser("system:serviceaccount:" + namespace + ":" + right.account())
                                        .withResourceAttributes(attributes(right))
                                        .endSpec()
                                        .build())
                                .getStatus())))
                .toList();
    }

    private static boolean allowed(@Nullable SubjectAccessReviewStatus status) {
        return status != null && Boolean.TRUE.equals(status.getAllowed());
    }

    private static ResourceAttributes attributes(Right right) {
        String[] parts = right.resource().split("/");
        return new ResourceAttributesBuilder()
                .withVerb(right.verb())
                .withGroup(right.group())
                .withResource(parts[0])
                .withSubresource(parts.length > 1 ? parts[1] : null)
                .withNamespace(right.namespace().isEmpty() ? null : right.namespace())
                .build();
    }

    /** All nodes, or the named one. */
    List<Node> nodes(@Nullable String name) {
        if (name == null) {
            return client.nodes().list().getItems();
        }
        return Stream.ofNullable(client.nodes().withName(name).get()).toList();
    }

    NodeObjects nodeObjects() {
        return new NodeObjects(byName(NODE_METRICS), byName(TOPOLOGIES), nodeManagers());
    }

    private Map<String, GenericKubernetesResource> byName(ResourceDefinitionContext kind) {
        return client.genericKubernetesResources(kind).list().getItems().stream()
                .collect(Collectors.toMap(each -> each.getMetadata().getName(), Function.identity()));
    }

    private Map<String, Boolean> nodeManagers() {
        Map<String, Boolean> privileged = new HashMap<>();
        for (Pod pod : client.pods()
                .inAnyNamespace()
                .withLabel("app.kubernetes.io/component", "node-manager")
                .list()
                .getItems()) {
            String node = pod.getSpec().getNodeName();
            if (node != null) {
                privileged.put(node, isPrivileged(pod));
            }
        }
        return privileged;
    }

    private static boolean isPrivileged(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .anyMatch(each -> each.getSecurityContext() != null
                        && Boolean.TRUE.equals(each.getSecurityContext().getPrivileged()));
    }

    /** Pod of the node agent by node. */
    Map<String, Pod> agents() {
        Map<String, Pod> agents = new HashMap<>();
        client.pods().inNamespace(namespace).withLabel("koord-app", AGENT).list().getItems().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .forEach(pod -> agents.put(pod.getSpec().getNodeName(), pod));
        return agents;
    }

    /** Of a node without an agent. */
    static NodeFacts facts(Node node) {
        NodeObjects none = new NodeObjects(Map.of(), Map.of(), Map.of());
        return facts(node, none, AgentFacts.silent("not installed"), Instant.EPOCH);
    }

    static NodeFacts facts(Node node, NodeObjects beside, AgentFacts agent, Instant now) {
        String name = node.getMetadata().getName();
        var info = Optional.ofNullable(node.getStatus()).map(status -> status.getNodeInfo());
        return new NodeFacts(
                name,
                info.map(each -> each.getKernelVersion()).orElse(""),
                info.map(each -> each.getKubeletVersion()).orElse(""),
                policy(beside.topologies().get(name)),
                age(beside.metrics().get(name), now),
                beside.nodeManagers().get(name),
                agent);
    }

    private static @Nullable String policy(@Nullable GenericKubernetesResource topology) {
        if (topology == null || topology.getMetadata().getAnnotations() == null) {
            return null;
        }
        String text = topology.getMetadata().getAnnotations().get(Annotations.NRT_KUBELET_CPU_MANAGER_POLICY);
        return TopologyDocuments.kubelet(text)
                .found()
                .map(KubeletCpus::policy)
                .filter(policy -> !policy.isEmpty())
                .orElse(null);
    }

    private static @Nullable Long age(@Nullable GenericKubernetesResource metric, Instant now) {
        String at = metric == null ? null : metric.get("status", "updateTime");
        if (at == null) {
            return null;
        }
        try {
            return Math.max(0, Duration.between(Instant.parse(at), now).toSeconds());
        } catch (DateTimeException e) {
            return null;
        }
    }
}

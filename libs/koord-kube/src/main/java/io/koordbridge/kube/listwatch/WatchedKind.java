package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.kube.client.ApiPaths;
import io.koordbridge.kube.client.KubeJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a feed follows: those of a kind in all namespaces, some, or one of them. Where the API server does not have the kind,
 * it is waited for, unless it is optional.
 */
public final class WatchedKind<T extends HasMetadata> {

    private static final int PAGE = 500;
    /** Small once decoded, and many: an API server looks through all that follow for each page. */
    private static final int PODS_PAGE = 1_000;
    /** In one answer. */
    private static final int WHOLE = 0;

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private static final String NODE_NAME = "spec.nodeName";
    private static final String PHASE = "status.phase";
    private static final List<String> FINAL_PHASES = List.of("Succeeded", "Failed");

    /** All pods; decoded is what capacity depends on, and who made them. */
    public static final WatchedKind<Pod> PODS =
            all(Pod.class, PODS_PAGE, new BinaryEncoding<>(PodMessages.CAPACITY::pod));

    /** All nodes; decoded is what capacity depends on. */
    public static final WatchedKind<Node> NODES =
            all(Node.class, PAGE, new BinaryEncoding<>(NodeMessages.CAPACITY::node));

    private final String plural;
    private final String path;
    private final int page;
    private final String selector;
    private final @Nullable Duration lookAgain;
    private final ListWatchEncoding<T> encoding;
    private final Function<KubernetesClient, Informable<T>> resources;

    private WatchedKind(
            String plural,
            String path,
            int page,
            String selector,
            @Nullable Duration lookAgain,
            ListWatchEncoding<T> encoding,
            Function<KubernetesClient, Informable<T>> resources) {
        this.plural = plural;
        this.path = path;
        this.page = page;
        this.selector = selector;
        this.lookAgain = lookAgain;
        this.encoding = encoding;
        this.resources = resources;
    }

    private static <T extends HasMetadata> WatchedKind<T> all(Class<T> kind, int page, ListWatchEncoding<T> encoding) {
        return new WatchedKind<>(
                HasMetadata.getPlural(kind),
                ApiPaths.collection(kind, null),
                page,
                "",
                null,
                encoding,
                client -> client.resources(kind).inAnyNamespace().withLimit((long) page));
    }

    /** All nodes; decoded is what capacity depends on, and their addresses. */
    public static WatchedKind<Node> nodesWithAddresses() {
        return all(Node.class, PAGE, new BinaryEncoding<>(NodeMessages.WITH_ADDRESSES::node));
    }

    /** The node of a name; decoded is what capacity depends on, and where its kubelet listens. */
    public static WatchedKind<Node> node(String name) {
        return one(Node.class, null, name, new BinaryEncoding<>(NodeMessages.WITH_ADDRESSES::node));
    }

    /**
     * All pods that may still run; decoded is what capacity depends on, and what decides where a pod may run: owners, conditions,
     * constraints. One that is done is gone.
     */
    public static WatchedKind<Pod> unfinishedPodsWithPlacement() {
        return unfinished(PodMessages.WITH_PLACEMENT);
    }

    /** The same with a pod's host instead: host name, subdomain, addresses, and the node selector. */
    public static WatchedKind<Pod> unfinishedPodsWithAddresses() {
        return unfinished(PodMessages.WITH_ADDRESSES);
    }

    /**
     * All pods, those that are done included; decoded is what capacity depends on, what decides where a pod may run, and its owners with
     * group, version and whether they are the controller.
     */
    public static WatchedKind<Pod> podsWithPlacement() {
        return all(Pod.class, PODS_PAGE, new BinaryEncoding<>(PodMessages.WITH_CONTROLLERS::pod));
    }

    /**
     * All Deployments, ReplicaSets, StatefulSets, ReplicationControllers or Jobs; decoded are identity, owners, and the replicas, of a Job
     * the parallelism.
     *
     * @param made makes the object of its metadata and its size, which is 1 where the object does not say
     */
    public static <T extends HasMetadata> WatchedKind<T> sized(Class<T> kind, BiFunction<ObjectMeta, Integer, T> made) {
        return all(kind, PAGE, new BinaryEncoding<>(new SizeMessages<>(made)::object));
    }

    /**
     * The pods of a node; decoded is what capacity depends on, and the ids of containers. Few as they are, they are not read in JSON:
     * what that learns of all parts of a pod takes 10 MiB on every node. They are asked for in one answer, and as the API server has them
     * in memory, by node: where it makes pages it looks through the pods of all nodes. A server that does not speak the encoding may
     * also bring those of other nodes.
     */
    public static WatchedKind<Pod> podsOfNode(String node) {
        return new WatchedKind<>(
                PODS.plural,
                PODS.path,
                WHOLE,
                fieldSelector(NODE_NAME + "=" + node),
                null,
                new BinaryEncoding<>(PodMessages.WITH_CONTAINER_IDS::pod),
                client -> podInformer(client, node));
    }

    /** Plain HTTP is only served by an embedded control plane, which knows no selection by node. */
    private static Informable<Pod> podInformer(KubernetesClient client, String node) {
        boolean embedded = "http".equals(client.getMasterUrl().getProtocol());
        return embedded
                ? client.pods().inAnyNamespace()
                : client.pods().inAnyNamespace().withField(NODE_NAME, node);
    }

    private static WatchedKind<Pod> unfinished(PodMessages messages) {
        String selector =
                FINAL_PHASES.stream().map(phase -> PHASE + "!=" + phase).collect(Collectors.joining(","));
        return new WatchedKind<>(
                PODS.plural,
                PODS.path,
                PODS_PAGE,
                fieldSelector(selector),
                null,
                new BinaryEncoding<>(messages::pod),
                client -> client.pods()
                        .inAnyNamespace()
                        .withoutField(PHASE, FINAL_PHASES.get(0))
                        .withoutField(PHASE, FINAL_PHASES.get(1)));
    }

    private static String fieldSelector(String selector) {
        return "fieldSelector=" + URLEncoder.encode(selector, StandardCharsets.UTF_8);
    }

    /** All objects of a kind, in JSON, decoded whole but for who changed them when. */
    public static <T extends HasMetadata> WatchedKind<T> all(Class<T> kind) {
        return all(kind, PAGE);
    }

    /** All objects of a kind, in JSON, decoded whole and with who changed them when, but not which fields. */
    public static <T extends HasMetadata> WatchedKind<T> allWithChanges(Class<T> kind) {
        return all(kind, PAGE, new JsonEncoding<>(KubeJson.feedReaderWithChanges(kind)));
    }

    /**
     * All objects of a kind, in JSON, decoded whole but for who changed them when.
     *
     * @param page objects in one answer to a list, all of which are held at a time
     */
    public static <T extends HasMetadata> WatchedKind<T> all(Class<T> kind, int page) {
        return all(kind, page, new JsonEncoding<>(KubeJson.feedReader(kind)));
    }

    /**
     * The object of a name, in JSON, decoded whole but for who changed it when.
     *
     * @param namespace null for kinds without
     */
    public static <T extends HasMetadata> WatchedKind<T> one(Class<T> kind, @Nullable String namespace, String name) {
        return one(kind, namespace, name, new JsonEncoding<>(KubeJson.feedReader(kind)));
    }

    private static <T extends HasMetadata> WatchedKind<T> one(
            Class<T> kind, @Nullable String namespace, String name, ListWatchEncoding<T> encoding) {
        return new WatchedKind<>(
                HasMetadata.getPlural(kind),
                ApiPaths.collection(kind, namespace),
                1,
                fieldSelector("metadata.name=" + name),
                null,
                encoding,
                client -> namespace == null
                        ? client.resources(kind).withName(name)
                        : client.resources(kind).inNamespace(namespace).withName(name));
    }

    /** The same of a cluster that may not have the kind, which then has no objects. */
    public WatchedKind<T> ifInstalled() {
        return ifInstalled(LOOK_AGAIN);
    }

    /**
     * The same of a cluster that may not have the kind, which then has no objects.
     *
     * @param lookAgain after how long an absent kind is looked for again
     */
    public WatchedKind<T> ifInstalled(Duration lookAgain) {
        return new WatchedKind<>(plural, path, page, selector, lookAgain, encoding, resources);
    }

    /** An informer of the same objects, not started. */
    public SharedIndexInformer<T> informer(KubernetesClient client) {
        return resources.apply(client).runnableInformer(0);
    }

    /** Name of the kind in paths, such as {@code nodes}. */
    public String plural() {
        return plural;
    }

    String path() {
        return path;
    }

    /**
     * How much of a list is asked for at a time.
     *
     * @param fresh whether what the API server has in memory may be too old
     */
    String amount(boolean fresh) {
        return isWhole() ? "resourceVersion=" + (fresh ? "" : "0") : "limit=" + page;
    }

    /** Whether a list comes in one answer. */
    boolean isWhole() {
        return page == WHOLE;
    }

    /** Which of the objects at the path, as part of a query; empty for all. */
    String selector() {
        return selector;
    }

    boolean isOptional() {
        return lookAgain != null;
    }

    /** After how long an absent kind is looked for again. */
    Duration lookAgain() {
        return Objects.requireNonNullElse(lookAgain, LOOK_AGAIN);
    }

    ListWatchEncoding<T> encoding() {
        return encoding;
    }
}

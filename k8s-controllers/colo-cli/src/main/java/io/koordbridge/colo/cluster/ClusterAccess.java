package io.koordbridge.colo.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.Endpoint;
import io.koordbridge.colo.answer.ServerCheck;
import io.koordbridge.colo.cluster.LeaderPod.Replica;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.protocol.tls.Authorities;
import java.io.File;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the leaders in a cluster and forwards a port of this host's loopback address to each that is asked. */
public final class ClusterAccess implements AutoCloseable {
    private static final String FILES_PROPERTY = Config.KUBERNETES_KUBECONFIG_FILE;
    private static final String COMPONENT_LABEL = "koord-app";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final KubernetesClient client;
    private final String namespace;
    private final Optional<Authorities> given;

    private ClusterAccess(KubernetesClient client, String namespace, Optional<Authorities> given) {
        this.given = given;
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * Prepares to ask a cluster; nothing is sent yet.
     *
     * @param given authorities of the pages' certificates; empty for those that the cluster publishes
     * @throws AnswerException if the kubeconfig cannot be read or lacks the context
     */
    public static ClusterAccess open(ClusterChoice choice, Duration timeout, Optional<Authorities> given) {
        Config config = config(choice);
        config.setConnectionTimeout((int) timeout.toMillis());
        config.setRequestTimeout((int) timeout.toMillis());
        config.setRequestRetryBackoffLimit(1);
        return new ClusterAccess(
                new KubernetesClientBuilder().withConfig(config).build(), choice.namespace(), given);
    }

    private static Config config(ClusterChoice choice) {
        if (choice.kubeconfig() != null) {
            boolean readable = Stream.of(choice.kubeconfig().split(File.pathSeparator))
                    .anyMatch(file -> Files.isReadable(Path.of(file)));
            if (!readable) {
                throw new AnswerException("kubeconfig " + choice.kubeconfig() + ": not a readable file");
            }
            System.setProperty(FILES_PROPERTY, choice.kubeconfig());
        }
        Config config = Config.autoConfigure(choice.context());
        boolean hasContext = choice.context() == null
                || config.getContexts().stream()
                        .anyMatch(each -> choice.context().equals(each.getName()));
        if (!hasContext) {
            throw new AnswerException("the kubeconfig has no context " + choice.context());
        }
        return config;
    }

    /**
     * The leading replica of a component, through a forwarded port.
     *
     * @throws AnswerException naming what the API server refused or what is missing
     */
    public Endpoint endpoint(Component component) {
        Leader leader = leader(component);
        // ends with the client
        ForwardedPort forwarded = forward(component, leader, component.port());
        return Endpoint.in(component, forwarded.address(), namespace + "/" + leader.pod(), leader.check());
    }

    private ServerCheck check(Component component, boolean secure) {
        String name = component.process() + "." + namespace + ".svc";
        return new ServerCheck(given.orElseGet(() -> secure ? published() : Authorities.OF_THE_RUNTIME), name);
    }

    /** As the holder of the Lease wrote it there; while it has no holder, as the last one did. */
    private static boolean isSecure(@Nullable Lease lease) {
        if (lease == null || lease.getMetadata().getAnnotations() == null) {
            return false;
        }
        String said = lease.getMetadata().getAnnotations().getOrDefault(WellKnown.PAGES_ANNOTATION, "");
        String holder = holder(lease);
        return holder.isEmpty() ? said.contains(" https://") : said.startsWith(holder + " https://");
    }

    private Authorities published() {
        String source = "ConfigMap " + namespace + "/" + WellKnown.PAGE_AUTHORITY;
        try {
            ConfigMap found = client.configMaps()
                    .inNamespace(namespace)
                    .withName(WellKnown.PAGE_AUTHORITY)
                    .get();
            return found == null || found.getData() == null
                    ? Authorities.OF_THE_RUNTIME
                    : Authorities.of(source, found.getData().getOrDefault(WellKnown.PAGE_AUTHORITY_KEY, ""));
        } catch (KubernetesClientException e) {
            throw new AnswerException(
                    "%s cannot be read (%s): --ca-file names the authority of the pages' certificates instead"
                            .formatted(source, root(e).getMessage()),
                    e);
        } catch (CertificateException e) {
            throw new AnswerException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The replica that leads; without a leader one that is ready.
     *
     * @throws AnswerException naming what the API server refused or what is missing, such as authorities that cannot be read
     */
    public Leader leader(Component component) {
        try {
            Lease lease = lease(component);
            String pod = LeaderPod.of(holder(lease), replicas(component))
                    .orElseThrow(
                            () -> new AnswerException("no pod of " + component.process() + " is ready in namespace "
                                    + namespace + " (label " + COMPONENT_LABEL + "=" + component.process()
                                    + "); -n names another namespace"));
            boolean secure = isSecure(lease);
            return new Leader(pod, secure, check(component, secure));
        } catch (KubernetesClientException e) {
            throw refused(component, e);
        }
    }

    /**
     * Forwards a free port of this host's loopback address to a replica.
     *
     * @throws AnswerException naming what the API server refused
     */
    public ForwardedPort forward(Component component, Leader leader, int port) {
        try {
            return new ForwardedPort(
                    leader.pod(),
                    client.pods()
                            .inNamespace(namespace)
                            .withName(leader.pod())
                            .portForward(port, InetAddress.getLoopbackAddress(), 0),
                    leader.secure());
        } catch (KubernetesClientException e) {
            throw refused(component, e);
        }
    }

    /**
     * Whether pods of a component are there.
     *
     * @throws AnswerException naming what the API server refused
     */
    public boolean hasPods(Component component) {
        try {
            return !replicas(component).isEmpty();
        } catch (KubernetesClientException e) {
            throw refused(component, e);
        }
    }

    /** The client, for what is no matter of one component. */
    public KubernetesClient client() {
        return client;
    }

    /** Of our processes. */
    public String namespace() {
        return namespace;
    }

    /**
     * The answer of the API server.
     *
     * @throws AnswerException when there is none
     */
    public <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (KubernetesClientException e) {
            throw new AnswerException("the API server at %s does not answer: %s".formatted(server(), root(e)), e);
        }
    }

    private String server() {
        return client.getConfiguration().getMasterUrl();
    }

    private static Throwable root(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private @Nullable Lease lease(Component component) {
        return client.leases()
                .inNamespace(namespace)
                .withName(component.lease())
                .get();
    }

    private static String holder(@Nullable Lease lease) {
        if (lease == null || lease.getSpec() == null) {
            return "";
        }
        String identity = lease.getSpec().getHolderIdentity();
        return identity == null ? "" : identity;
    }

    private List<Replica> replicas(Component component) {
        return client
                .pods()
                .inNamespace(namespace)
                .withLabel(COMPONENT_LABEL, component.process())
                .list()
                .getItems()
                .stream()
                .map(ClusterAccess::replica)
                .toList();
    }

    private static Replica replica(Pod pod) {
        return new Replica(pod.getMetadata().getName(), Readiness.getInstance().isReady(pod));
    }

    private AnswerException refused(Component component, KubernetesClientException problem) {
        String server = server();
        if (problem.getCode() == UNAUTHORIZED || problem.getCode() == FORBIDDEN) {
            return new AnswerException(
                    "the API server at %s does not let you reach the %s (%d): in namespace %s you need get leases, list pods and create pods/portforward"
                            .formatted(server, component.process(), problem.getCode(), namespace),
                    problem);
        }
        return new AnswerException(
                "the API server at %s does not lead to the %s: %s"
                        .formatted(server, component.process(), root(problem)),
                problem);
    }

    @Override
    public void close() {
        client.close();
    }
}

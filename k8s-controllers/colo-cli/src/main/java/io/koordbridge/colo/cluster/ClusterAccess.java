package io.koordbridge.colo.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.Endpoint;
import io.koordbridge.colo.cluster.LeaderPod.Replica;
import java.io.File;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds the leaders in a cluster and forwards a port of this host's loopback address to each that is asked. */
public final class ClusterAccess implements AutoCloseable {
    private static final String FILES_PROPERTY = Config.KUBERNETES_KUBECONFIG_FILE;
    private static final String COMPONENT_LABEL = "koord-app";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final KubernetesClient client;
    private final String namespace;

    private ClusterAccess(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * Prepares to ask a cluster; nothing is sent yet.
     *
     * @throws AnswerException if the kubeconfig cannot be read or lacks the context
     */
    public static ClusterAccess open(ClusterChoice choice, Duration timeout) {
        Config config = config(choice);
        config.setConnectionTimeout((int) timeout.toMillis());
        config.setRequestTimeout((int) timeout.toMillis());
        config.setRequestRetryBackoffLimit(1);
        return new ClusterAccess(
                new KubernetesClientBuilder().withConfig(config).build(), choice.namespace());
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
        try {
            String pod = LeaderPod.of(holder(component), replicas(component))
                    .orElseThrow(
                            () -> new AnswerException("no pod of " + component.process() + " is ready in namespace "
                                    + namespace + " (label " + COMPONENT_LABEL + "=" + component.process()
                                    + "); -n names another namespace"));
            // ends with the client
            LocalPortForward forward = client.pods()
                    .inNamespace(namespace)
                    .withName(pod)
                    .portForward(component.port(), InetAddress.getLoopbackAddress(), 0);
            return Endpoint.in(
                    component, URI.create("http://127.0.0.1:" + forward.getLocalPort()), namespace + "/" + pod);
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

    private String holder(Component component) {
        Lease lease = client.leases()
                .inNamespace(namespace)
                .withName(component.lease())
                .get();
        boolean held =
                lease != null && lease.getSpec() != null && lease.getSpec().getHolderIdentity() != null;
        return held ? lease.getSpec().getHolderIdentity() : "";
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

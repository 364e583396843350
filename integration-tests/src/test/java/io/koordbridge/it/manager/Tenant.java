package io.koordbridge.it.manager;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** A person with the rights of Kubernetes' role edit in one namespace, and no other. */
record Tenant(String namespace, KubernetesClient client) implements AutoCloseable {

    /** Makes the namespace and gives the rights. */
    static Tenant of(RealControlPlane controlPlane, String namespace) throws IOException {
        controlPlane.createNamespace(namespace);
        KubernetesClient admin = controlPlane.client();
        List<PolicyRule> rules = new ArrayList<>();
        // A controller adds these up to the roles view and edit; none runs here.
        for (String part : List.of("system:aggregate-to-view", "system:aggregate-to-edit")) {
            rules.addAll(admin.rbac().clusterRoles().withName(part).get().getRules());
        }
        String user = namespace + "-editor";
        admin.resource(new RoleBuilder()
                        .withMetadata(new ObjectMetaBuilder()
                                .withName("edit")
                                .withNamespace(namespace)
                                .build())
                        .withRules(rules)
                        .build())
                .createOr(NonDeletingOperation::update);
        admin.resource(new RoleBindingBuilder()
                        .withMetadata(new ObjectMetaBuilder()
                                .withName("edit")
                                .withNamespace(namespace)
                                .build())
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", "edit")
                        .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                        .build())
                .createOr(NonDeletingOperation::update);
        return new Tenant(namespace, as(controlPlane, user, "system:authenticated"));
    }

    /** A client that acts as that user. */
    static KubernetesClient as(RealControlPlane controlPlane, String user, String group) throws IOException {
        Config config = new ConfigBuilder(Config.fromKubeconfig(Files.readString(controlPlane.kubeconfig())))
                .withImpersonateUsername(user)
                .withImpersonateGroups(group)
                .withRequestRetryBackoffLimit(0)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Override
    public void close() {
        client.close();
    }
}

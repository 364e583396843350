package io.koordbridge.it.controlplane;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.kube.RealControlPlane;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One etcd and API server for all test classes of this JVM that neither stop it nor need flags of their own. Each class finds it as
 * empty as a new one: what the last class left is deleted in etcd, which knows no finalizers, and which the API server follows.
 */
final class SharedControlPlane {
    /** What the API server itself keeps, partly written again and again. */
    private static final Pattern OF_THE_SERVER = Pattern.compile("/registry/("
            + "(flowschemas|prioritylevelconfigurations|masterleases|peerserverleases|ranges|apiregistration\\.k8s\\.io)/.*"
            + "|namespaces/(default|kube-[^/]*)"
            + "|services/.*/default/kubernetes"
            + "|[^/]+/kube-(system|public|node-lease)/.*)");

    private static @Nullable SharedControlPlane instance;

    private final RealControlPlane controlPlane;
    private final EtcdKeys etcd;
    private final Set<String> fresh;

    private SharedControlPlane() {
        controlPlane = RealControlPlane.start(RealControlPlane.Options.apiServerOnly());
        etcd = new EtcdKeys(controlPlane.etcdUrl());
        fresh = etcd.all();
        Runtime.getRuntime().addShutdownHook(new Thread(controlPlane::close, "shared-control-plane-end"));
    }

    /** The control plane with nothing in it. */
    static synchronized RealControlPlane empty() {
        if (instance == null || !instance.isAlive()) {
            instance = new SharedControlPlane();
        } else {
            // One that the last class left behind would bind pods of the next.
            instance.controlPlane.stopScheduler();
            instance.clear();
        }
        return instance.controlPlane;
    }

    private boolean isAlive() {
        return controlPlane.pids().values().stream()
                .allMatch(pid ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent());
    }

    private void clear() {
        List<String> left = etcd.all().stream()
                .filter(key -> !fresh.contains(key))
                .filter(key -> !OF_THE_SERVER.matcher(key).matches())
                .toList();
        etcd.delete(left);
        KubernetesClient client = controlPlane.client();
        await("an API server without what was deleted").untilAsserted(() -> {
            if (!client.apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .list()
                            .getItems()
                            .isEmpty()
                    || client.raw("/apis").contains("koordinator.sh")
                    || !client.admissionRegistration()
                            .v1()
                            .mutatingWebhookConfigurations()
                            .list()
                            .getItems()
                            .isEmpty()
                    || !client.admissionRegistration()
                            .v1()
                            .validatingWebhookConfigurations()
                            .list()
                            .getItems()
                            .isEmpty()) {
                throw new AssertionError("objects of the last test class are still served");
            }
        });
    }
}

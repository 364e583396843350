package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ConfigMapVolumeSource;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeSource;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.HostPathVolumeSource;
import io.fabric8.kubernetes.api.model.ImageVolumeSource;
import io.fabric8.kubernetes.api.model.NFSVolumeSource;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimVolumeSource;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ProjectedVolumeSource;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Binary encoding of the fields that decide where a pod may run; field numbers are those of {@code k8s.io/api/core/v1}, which never change. Of affinity
 * between pods, spread constraints, claims and volumes only whether there are any.
 */
@PureCore
final class PlacementMessages {

    private PlacementMessages() {}

    /** Reads a field of a pod's specification, or passes over it. */
    static void specField(int field, ProtoReader message, PodSpec spec) {
        switch (field) {
            case 1 -> spec.getVolumes().add(message.message(PlacementMessages::volume));
            case 7 -> MetaMessages.put(spec.getNodeSelector(), message.message(MetaMessages::text));
            case 18 -> spec.setAffinity(message.message(PlacementMessages::affinity));
            case 22 -> spec.getTolerations().add(message.message(PlacementMessages::toleration));
            case 33 -> spec.getTopologySpreadConstraints().add(message.message(PlacementMessages::spread));
            case 38 -> spec.getSchedulingGates().add(message.message(PlacementMessages::schedulingGate));
            case 39 -> {
                message.skip();
                spec.getResourceClaims().add(new PodResourceClaim());
            }
            default -> message.skip();
        }
    }

    private static PodSchedulingGate schedulingGate(ProtoReader message) {
        PodSchedulingGate gate = new PodSchedulingGate();
        each(message, field -> {
            if (field == 1) {
                gate.setName(message.text());
            } else {
                message.skip();
            }
        });
        return gate;
    }

    static ContainerPort port(ProtoReader message) {
        ContainerPort port = new ContainerPort();
        each(message, field -> {
            switch (field) {
                case 2 -> port.setHostPort((int) message.number());
                case 4 -> port.setProtocol(message.text());
                case 5 -> port.setHostIP(message.text());
                default -> message.skip();
            }
        });
        return port;
    }

    static Taint taint(ProtoReader message) {
        Taint taint = new Taint();
        each(message, field -> {
            switch (field) {
                case 1 -> taint.setKey(message.text());
                case 2 -> taint.setValue(message.text());
                case 3 -> taint.setEffect(message.text());
                default -> message.skip();
            }
        });
        return taint;
    }

    private static void each(ProtoReader message, IntConsumer read) {
        for (int field = message.next(); field != 0; field = message.next()) {
            read.accept(field);
        }
    }

    private static Toleration toleration(ProtoReader message) {
        Toleration toleration = new Toleration();
        each(message, field -> {
            switch (field) {
                case 1 -> toleration.setKey(message.text());
                case 2 -> toleration.setOperator(message.text());
                case 3 -> toleration.setValue(message.text());
                case 4 -> toleration.setEffect(message.text());
                default -> message.skip();
            }
        });
        return toleration;
    }

    private static TopologySpreadConstraint spread(ProtoReader message) {
        TopologySpreadConstraint spread = new TopologySpreadConstraint();
        each(message, field -> {
            if (field == 3) {
                spread.setWhenUnsatisfiable(message.text());
            } else {
                message.skip();
            }
        });
        return spread;
    }

    private static Affinity affinity(ProtoReader message) {
        Affinity affinity = new Affinity();
        each(message, field -> {
            switch (field) {
                case 1 -> affinity.setNodeAffinity(message.message(PlacementMessages::nodeAffinity));
                case 2 -> {
                    PodAffinity near = new PodAffinity();
                    near.setRequiredDuringSchedulingIgnoredDuringExecution(
                            message.message(PlacementMessages::requiredTerms));
                    affinity.setPodAffinity(near);
                }
                case 3 -> {
                    PodAntiAffinity apart = new PodAntiAffinity();
                    apart.setRequiredDuringSchedulingIgnoredDuringExecution(
                            message.message(PlacementMessages::requiredTerms));
                    affinity.setPodAntiAffinity(apart);
                }
                default -> message.skip();
            }
        });
        return affinity;
    }

    private static List<PodAffinityTerm> requiredTerms(ProtoReader message) {
        List<PodAffinityTerm> terms = new ArrayList<>();
        each(message, field -> {
            message.skip();
            if (field == 1) {
                terms.add(new PodAffinityTerm());
            }
        });
        return terms;
    }

    private static NodeAffinity nodeAffinity(ProtoReader message) {
        NodeAffinity affinity = new NodeAffinity();
        each(message, field -> {
            if (field == 1) {
                affinity.setRequiredDuringSchedulingIgnoredDuringExecution(
                        message.message(PlacementMessages::nodeSelector));
            } else {
                message.skip();
            }
        });
        return affinity;
    }

    private static NodeSelector nodeSelector(ProtoReader message) {
        NodeSelector selector = new NodeSelector();
        each(message, field -> {
            if (field == 1) {
                selector.getNodeSelectorTerms().add(message.message(PlacementMessages::term));
            } else {
                message.skip();
            }
        });
        return selector;
    }

    private static NodeSelectorTerm term(ProtoReader message) {
        NodeSelectorTerm term = new NodeSelectorTerm();
        each(message, field -> {
            switch (field) {
                case 1 -> term.getMatchExpressions().add(message.message(PlacementMessages::requirement));
                case 2 -> term.getMatchFields().add(message.message(PlacementMessages::requirement));
                default -> message.skip();
            }
        });
        return term;
    }

    private static NodeSelectorRequirement requirement(ProtoReader message) {
        NodeSelectorRequirement requirement = new NodeSelectorRequirement();
        each(message, field -> {
            switch (field) {
                case 1 -> requirement.setKey(message.text());
                case 2 -> requirement.setOperator(message.text());
                case 3 -> requirement.getValues().add(message.text());
                default -> message.skip();
            }
        });
        return requirement;
    }

    private static Volume volume(ProtoReader message) {
        Volume volume = new Volume();
        each(message, field -> {
            switch (field) {
                case 1 -> volume.setName(message.text());
                case 2 -> message.message(source -> source(source, volume));
                default -> message.skip();
            }
        });
        return volume;
    }

    /** Sources that every node has, and claims; a volume without one of the former may exist on some nodes only. */
    private static Volume source(ProtoReader message, Volume volume) {
        each(message, field -> {
            message.skip();
            switch (field) {
                case 1 -> volume.setHostPath(new HostPathVolumeSource());
                case 2 -> volume.setEmptyDir(new EmptyDirVolumeSource());
                case 6 -> volume.setSecret(new SecretVolumeSource());
                case 7 -> volume.setNfs(new NFSVolumeSource());
                case 10 -> volume.setPersistentVolumeClaim(new PersistentVolumeClaimVolumeSource());
                case 16 -> volume.setDownwardAPI(new DownwardAPIVolumeSource());
                case 19 -> volume.setConfigMap(new ConfigMapVolumeSource());
                case 26 -> volume.setProjected(new ProjectedVolumeSource());
                case 30 -> volume.setImage(new ImageVolumeSource());
                default -> {}
            }
        });
        return volume;
    }
}

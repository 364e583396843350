package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.SandboxGroup;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Files of a pod's groups, as long as what is known of the pod does not change. One thread. */
final class PodFiles {

    private final CgroupReader reader;
    private final CgroupPaths paths;
    private final PodInfo pod;
    private final GroupFiles group;
    private final List<Member> members;
    private @Nullable List<String> listed;
    private Optional<GroupFiles> sandbox = Optional.empty();

    /**
     * A container.
     *
     * @param files empty when its id does not name a group
     * @param problem why not
     */
    record Member(ContainerInfo container, Optional<GroupFiles> files, String problem) {}

    PodFiles(CgroupReader reader, CgroupPaths paths, PodInfo pod) {
        this.reader = reader;
        this.paths = paths;
        this.pod = pod;
        this.group = new GroupFiles(reader, paths.podDir(pod.kubeQos(), pod.uid()));
        this.members = pod.containers().stream().map(this::member).toList();
    }

    private Member member(ContainerInfo container) {
        try {
            String dir = paths.containerDir(group.group(), container.id());
            return new Member(container, Optional.of(new GroupFiles(reader, dir)), "");
        } catch (IllegalArgumentException e) {
            return new Member(container, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    /** Whether they are still those of a pod. */
    boolean isOf(PodInfo now, CgroupPaths names) {
        return paths == names && Objects.equals(pod, now);
    }

    /** Of the pod itself. */
    GroupFiles group() {
        return group;
    }

    List<Member> members() {
        return members;
    }

    /**
     * Of the one container that the API does not list; empty when it could be several.
     *
     * @param groups directly below that of the pod; the same list has the same answer
     */
    Optional<GroupFiles> sandbox(List<String> groups) {
        if (!groups.equals(listed)) {
            listed = groups;
            sandbox = find(groups).map(dir -> new GroupFiles(reader, dir));
        }
        return sandbox;
    }

    private Optional<String> find(List<String> groups) {
        List<String> ids = new ArrayList<>();
        for (Member member : members) {
            if (member.files().isEmpty()) {
                // Said of the container itself.
                return Optional.empty();
            }
            ids.add(member.container().id());
        }
        return SandboxGroup.of(paths, group.group(), ids, groups);
    }
}

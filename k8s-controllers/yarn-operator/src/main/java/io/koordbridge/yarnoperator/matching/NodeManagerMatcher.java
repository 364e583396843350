package io.koordbridge.yarnoperator.matching;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.api.document.yarn.YarnPod;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import io.koordbridge.yarnoperator.matching.RegisteredHosts.Registration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds a NodeManager in the report of its cluster: by the node agent's annotation, else for its pod by address, by whole host name, and by a
 * short one where that is the only one. Of several registrations of a host the one that is in use counts; among several in use the
 * port that the annotation names decides; without one there is no match.
 */
@PureCore
public final class NodeManagerMatcher {

    private final RegisteredHosts hosts;
    private final String cluster;

    NodeManagerMatcher(String cluster, RegisteredHosts hosts) {
        this.cluster = cluster;
        this.hosts = hosts;
    }

    /**
     * What was found.
     *
     * @param match null without one
     * @param inUse whether the ResourceManager has not given it up
     * @param rivals the candidates where there are several, so that none is taken
     */
    record Found(@Nullable NodeManagerMatch match, boolean inUse, List<NodeManagerRef> rivals) {

        static final Found NOTHING = new Found(null, false, List.of());

        Found {
            rivals = List.copyOf(rivals);
        }

        /** Whether no other way has to be tried. */
        boolean decides() {
            return inUse || !rivals.isEmpty();
        }

        Found or(Found other) {
            return match == null ? other : this;
        }
    }

    /** Id of the cluster that a pod's NodeManager belongs to, empty for the default one. */
    public static String cluster(Pod pod) {
        return YarnPod.read(pod).map(YarnPod::cluster).orElse("");
    }

    /** Namespace and name. */
    public static String name(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    /** The NodeManager that the node agent names. */
    Found named(String node, AgentWord word) {
        List<Registration> there = hosts.at(word.nodeId().host());
        Found found = pick(there, word.nodeId().port(), one -> agent(one, Way.AGENT, node, word));
        NodeManagerMatch match = found.match();
        boolean former = match != null
                && !found.inUse()
                && match.ref().port() != word.nodeId().port();
        if (!found.rivals().isEmpty() || (match != null && !former)) {
            return found;
        }
        Registration own = new Registration(word.nodeId().host(), word.nodeId().port(), false);
        return new Found(agent(own, Way.AGENT_UNCONFIRMED, node, word), false, List.of());
    }

    private NodeManagerMatch agent(Registration one, Way way, String node, AgentWord word) {
        return new NodeManagerMatch(ref(one), way, "Node/" + node, word.current() ? Claim.AGENT : Claim.NAMED);
    }

    /** The NodeManager of a pod. */
    Found of(Node node, Pod pod) {
        YarnNodeId annotated = YarnPod.read(pod)
                .found()
                .flatMap(named -> Optional.ofNullable(named.nodeId()))
                .orElse(null);
        HostIdentity own = HostIdentity.of(node, pod);
        int port = annotated == null ? 0 : annotated.port();
        Found dead = Found.NOTHING;
        for (Way way : List.of(Way.ADDRESS, Way.ANNOTATION, Way.HOST_NAME, Way.SHORT_NAME)) {
            if (way == Way.SHORT_NAME && dead.match() != null) {
                return dead;
            }
            Found found = find(way, own, annotated, one -> match(one, way, own, pod), port);
            if (found.decides()) {
                return found;
            }
            dead = dead.or(found);
        }
        return annotated == null || port == 0 ? dead : dead.or(unconfirmed(annotated, own, pod));
    }

    private Found unconfirmed(YarnNodeId annotated, HostIdentity own, Pod pod) {
        Registration named = new Registration(annotated.host(), annotated.port(), false);
        return new Found(match(named, Way.ANNOTATION_UNCONFIRMED, own, pod), false, List.of());
    }

    private NodeManagerMatch match(Registration one, Way way, HostIdentity own, Pod pod) {
        Claim claim = own.is(one.host()) ? Claim.HOST : Claim.NAMED;
        return new NodeManagerMatch(ref(one), way, "Pod/" + name(pod), claim);
    }

    private NodeManagerRef ref(Registration one) {
        return new NodeManagerRef(cluster, one.host(), one.port());
    }

    private Found find(
            Way way,
            HostIdentity own,
            @Nullable YarnNodeId annotated,
            Function<Registration, NodeManagerMatch> match,
            int port) {
        return switch (way) {
            case ADDRESS -> firstInUse(own.addresses(), match, port);
            case ANNOTATION -> pick(annotated == null ? List.of() : hosts.at(annotated.host()), port, match);
            case HOST_NAME -> pick(at(wholeNames(own)), port, match);
            default -> shortNamed(own, annotated, match, port);
        };
    }

    private Found firstInUse(Set<String> addresses, Function<Registration, NodeManagerMatch> match, int port) {
        Found dead = Found.NOTHING;
        for (String address : addresses) {
            Found found = pick(hosts.at(address), port, match);
            if (found.decides()) {
                return found;
            }
            dead = dead.or(found);
        }
        return dead;
    }

    private List<Registration> at(Set<String> names) {
        return names.stream().flatMap(name -> hosts.at(name).stream()).toList();
    }

    private Set<String> wholeNames(HostIdentity own) {
        Set<String> found = new LinkedHashSet<>();
        for (String name : own.whole()) {
            hosts.named(RegisteredHosts.firstLabel(name)).stream()
                    .filter(own::isWhole)
                    .forEach(found::add);
        }
        return found;
    }

    /** Several candidates give no match, and neither does a single one that is known to be another host. */
    private Found shortNamed(
            HostIdentity own,
            @Nullable YarnNodeId annotated,
            Function<Registration, NodeManagerMatch> match,
            int port) {
        Set<String> names = new LinkedHashSet<>(own.shortNames());
        if (annotated != null && !RegisteredHosts.isAddress(annotated.host())) {
            names.add(RegisteredHosts.firstLabel(annotated.host()));
        }
        Set<String> found = new LinkedHashSet<>();
        names.forEach(name -> found.addAll(hosts.named(name)));
        if (found.stream().allMatch(host -> own.isOther(host) || contradicts(annotated, host))) {
            return Found.NOTHING;
        }
        return found.size() == 1
                ? pick(at(found), port, match)
                : new Found(null, false, at(found).stream().map(this::ref).toList());
    }

    /** Whether the annotation names another domain. */
    private static boolean contradicts(@Nullable YarnNodeId annotated, String host) {
        return annotated != null
                && RegisteredHosts.hasDomain(annotated.host())
                && RegisteredHosts.hasDomain(host)
                && !RegisteredHosts.lower(annotated.host()).equals(host);
    }

    /**
     * One of the registrations of a host.
     *
     * @param port that decides between several, 0 when none is known
     */
    private Found pick(List<Registration> there, int port, Function<Registration, NodeManagerMatch> match) {
        List<Registration> inUse = there.stream().filter(Registration::inUse).toList();
        List<Registration> counting = inUse.isEmpty() ? there : inUse;
        List<Registration> named =
                counting.stream().filter(one -> one.port() == port).toList();
        List<Registration> left = named.isEmpty() ? counting : named;
        if (left.size() == 1) {
            return new Found(match.apply(left.get(0)), !inUse.isEmpty(), List.of());
        }
        List<NodeManagerRef> rivals = new ArrayList<>();
        inUse.forEach(one -> rivals.add(ref(one)));
        return new Found(null, false, rivals);
    }
}

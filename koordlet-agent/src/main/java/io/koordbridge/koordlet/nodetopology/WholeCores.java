package io.koordbridge.koordlet.nodetopology;

import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Takes CPUs as the kubelet does for the system: whole sockets, then whole cores, then single CPUs, the lowest numbers first. */
@PureCore
final class WholeCores {

    private static final Comparator<Processor> SOCKET = Comparator.comparingInt(Processor::socket);
    private static final Comparator<Processor> CORE = SOCKET.thenComparingInt(Processor::core);
    private static final Comparator<Processor> SINGLE = CORE.thenComparingInt(Processor::cpu);

    private WholeCores() {}

    /** That many CPUs, none when there are fewer. */
    static CpuSet take(List<Processor> processors, long count) {
        if (count > processors.size()) {
            return CpuSet.EMPTY;
        }
        List<Processor> free = new ArrayList<>(processors);
        List<Integer> taken = new ArrayList<>();
        for (Comparator<Processor> sameGroup : List.of(SOCKET, CORE, SINGLE)) {
            Map<Processor, List<Processor>> groups = free.stream()
                    .collect(Collectors.groupingBy(one -> one, () -> new TreeMap<>(sameGroup), Collectors.toList()));
            for (List<Processor> group : groups.values()) {
                if (taken.size() + group.size() <= count) {
                    group.forEach(one -> taken.add(one.cpu()));
                    free.removeAll(group);
                }
            }
        }
        return CpuSet.of(taken);
    }
}

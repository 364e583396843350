package io.koordbridge.yarnoperator.matching;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The NodeManagers of a report by host; made once for each report, so that a look-up does not depend on their number. */
@PureCore
public final class RegisteredHosts {

    /** Before a report. */
    public static final RegisteredHosts NONE = new RegisteredHosts(List.of());

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private final Map<String, List<Registration>> byHost = new HashMap<>();
    private final Map<String, Set<String>> byFirstLabel = new HashMap<>();

    /**
     * One NodeManager of a report.
     *
     * @param inUse whether its containers count: the ResourceManager has not given it up
     */
    public record Registration(String host, int port, boolean inUse) {}

    /** The hosts of a report. */
    public RegisteredHosts(Collection<Registration> reported) {
        for (Registration one : reported) {
            String host = lower(one.host());
            byHost.computeIfAbsent(host, unused -> new ArrayList<>(1)).add(one);
            if (!isAddress(host)) {
                byFirstLabel
                        .computeIfAbsent(firstLabel(host), unused -> new TreeSet<>())
                        .add(host);
            }
        }
    }

    /** All that were registered from a host, in any state. */
    List<Registration> at(String host) {
        return byHost.getOrDefault(lower(host), List.of());
    }

    /** Names of the hosts that have this first label, with and without a domain. */
    Set<String> named(String firstLabel) {
        return byFirstLabel.getOrDefault(lower(firstLabel), Set.of());
    }

    static boolean isAddress(String host) {
        return ADDRESS.matcher(host).matches();
    }

    static boolean hasDomain(String host) {
        return host.indexOf('.') > 0 && !isAddress(host);
    }

    static String firstLabel(String host) {
        int dot = host.indexOf('.');
        return dot > 0 ? host.substring(0, dot) : host;
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}

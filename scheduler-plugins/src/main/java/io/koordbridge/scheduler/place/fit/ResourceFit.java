package io.koordbridge.scheduler.place.fit;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Compares requests with what is left, resource by resource. Scheduler specification section 19. */
@PureCore
public final class ResourceFit {

    private ResourceFit() {}

    /**
     * A resource that does not suffice.
     *
     * @param unresolvable the request by itself exceeds allocatable
     */
    public record Shortage(String resource, long request, long requested, long allocatable, boolean unresolvable) {

        /** The reason that the stock scheduler gives too. */
        public String reason() {
            return "Insufficient " + resource;
        }
    }

    /** The shortages among the named resources; a resource that the pod does not ask for is never short. */
    public static List<Shortage> shortages(
            ResourceVector request, ResourceVector allocatable, ResourceVector requested, Collection<String> names) {
        List<Shortage> found = new ArrayList<>();
        for (String name : names) {
            long need = request.get(name);
            long total = allocatable.get(name);
            long used = requested.get(name);
            if (need > 0 && need > total - used) {
                found.add(new Shortage(name, need, used, total, need > total));
            }
        }
        return found;
    }
}

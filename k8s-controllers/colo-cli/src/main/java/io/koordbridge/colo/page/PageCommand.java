package io.koordbridge.colo.page;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.LocalPorts;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The page of a process, at an address of this host. */
@Command(
        name = "page",
        description = "Shows the page of the replica that leads at a fixed address of this host, until Ctrl-C."
                + " When another replica leads, the address stays.")
public final class PageCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 2_000;
    private static final int HIGHEST_PORT = 65_535;

    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            converter = PageName.class,
            completionCandidates = PageName.class,
            description = "One of ${COMPLETION-CANDIDATES}. Default: yarn-operator, without its pods koord-manager.")
    private @Nullable Component component;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of this host, 0 for a free one. Default: " + LocalPorts.OPERATOR + " to "
                    + LocalPorts.SCHEDULER_PAGE + ", in the order above.")
    private @Nullable Integer port;

    @Option(names = "--open", description = "Open the page in a browser.")
    private boolean open;

    public PageCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (port != null && (port < 0 || port > HIGHEST_PORT)) {
            throw new ParameterException(spec.commandLine(), "--port " + port + ": want 0 to " + HIGHEST_PORT);
        }
        Component shown = component == null ? first() : component;
        try (PagePlace place = place(shown);
                PageRelay relay = listen(shown, place)) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("%s, %s: %s".formatted(shown.process(), place.name(), relay.address()));
            out.println("Ctrl-C ends it.");
            out.flush();
            if (open) {
                new Browser(session.variable("PATH"))
                        .open(relay.address())
                        .ifPresent(why -> spec.commandLine().getErr().println("colo: " + why));
            }
            follow(place, relay);
        }
        return ExitCodes.OK;
    }

    /** Until the process or its thread ends. */
    private void follow(PagePlace place, PageRelay relay) {
        String problem = "";
        while (waited()) {
            String now = "";
            String before = place.name();
            try {
                if (place.moved()) {
                    relay.to(place.address(), place.check());
                }
                if (!place.name().equals(before)) {
                    print("now " + place.name());
                }
            } catch (AnswerException e) {
                now = String.valueOf(e.getMessage());
            }
            if (!now.isEmpty() && !now.equals(problem)) {
                spec.commandLine().getErr().println("colo: " + now);
            }
            problem = now;
        }
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private static boolean waited() {
        try {
            return !new CountDownLatch(1).await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private PageRelay listen(Component shown, PagePlace place) {
        int wanted = port == null ? shown.localPagePort() : port;
        try {
            boolean given = session.address(shown).isPresent();
            return PageRelay.listen(
                    wanted,
                    new PageRelay.Upstream(place.address(), place.check(), given),
                    session.token(),
                    session.timeout());
        } catch (BindException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "port " + wanted + " of this host is in use: --port names another one, 0 takes a free one",
                    e);
        } catch (IOException e) {
            throw new AnswerException("cannot listen on port " + wanted + " of this host: " + e.getMessage(), e);
        }
    }

    private PagePlace place(Component shown) {
        return session.address(shown)
                .<PagePlace>map(GivenPlace::new)
                .orElseGet(() -> new LeaderPlace(session.cluster(), shown));
    }

    private Component first() {
        List<Component> choice = List.of(Component.OPERATOR, Component.MANAGER);
        return choice.stream()
                .filter(each -> session.address(each).isPresent())
                .findFirst()
                .or(() -> choice.stream().filter(session.cluster()::hasPods).findFirst())
                .orElse(Component.OPERATOR);
    }
}

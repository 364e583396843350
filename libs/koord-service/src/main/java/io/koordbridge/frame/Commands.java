package io.koordbridge.frame;

import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.cli.CheckCommand;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ServerCommand;
import java.io.PrintWriter;
import net.sourceforge.argparse4j.inf.Namespace;
import org.jspecify.annotations.Nullable;

/** What a process does with its configuration; whoever started it is told in words what to mend. */
final class Commands {

    private Commands() {}

    /** Serves. */
    static final class Serve<C extends Configuration> extends ServerCommand<C> {

        private final String process;

        Serve(Application<C> application) {
            super(application);
            this.process = application.getName();
        }

        @Override
        public void onError(Cli cli, @Nullable Namespace namespace, Throwable problem) {
            print(cli.getStdErr(), process, problem);
        }
    }

    /** Only reads the configuration. */
    static final class Check<C extends Configuration> extends CheckCommand<C> {

        private final String process;

        Check(Application<C> application) {
            super(application);
            this.process = application.getName();
        }

        @Override
        public void onError(Cli cli, @Nullable Namespace namespace, Throwable problem) {
            print(cli.getStdErr(), process, problem);
        }
    }

    private static void print(PrintWriter out, String process, Throwable problem) {
        StartProblem.text(problem)
                .ifPresentOrElse(text -> out.println(process + ": " + text), () -> problem.printStackTrace(out));
    }
}

package io.koordbridge.it.page;

import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotAnimations;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionFactory;

/** The system's browser. Without it the test class is skipped with a reason; with CI=true that is a failure. */
final class Chromium implements AutoCloseable {
    private static final Path EXECUTABLE = Path.of("/usr/bin/chromium");
    private static final List<String> FLAGS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    /** Nothing compares them: they are for people. */
    private static final boolean SCREENSHOTS = Boolean.getBoolean("koordbridge.screenshots");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium start() {
        Prerequisite.require(
                Files.isExecutable(EXECUTABLE),
                EXECUTABLE + " is missing: install the package chromium, or run bin/prepare");
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            return new Chromium(
                    playwright,
                    playwright
                            .chromium()
                            .launch(new BrowserType.LaunchOptions()
                                    .setExecutablePath(EXECUTABLE)
                                    .setArgs(FLAGS)));
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    /** A fresh window on the page; what the browser complains about is kept. */
    Window open(URI url) {
        return open(url, 1440, 1000);
    }

    Window open(URI url, int width, int height) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, height));
        Page page = context.newPage();
        List<String> complaints = new CopyOnWriteArrayList<>();
        List<String> requests = new CopyOnWriteArrayList<>();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(url.toString());
        return new Window(context, page, complaints, requests);
    }

    /** In the test's own thread: a browser connection belongs to one. */
    static ConditionFactory soon() {
        return await().pollInterval(Duration.ofMillis(100)).pollInSameThread();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }

    /**
     * One window.
     *
     * @param complaints errors and warnings of the browser's console
     * @param requests addresses of all requests so far
     */
    record Window(BrowserContext context, Page page, List<String> complaints, List<String> requests)
            implements AutoCloseable {

        /** Level and words of an item of the health strip, as in {@code good in force}. */
        String health(String part) {
            Locator item = page.locator("[data-health=" + part + "]");
            return item.getAttribute("data-level") + " " + item.locator("b").textContent();
        }

        /** By how many pixels the page is wider than the window. */
        int overflow() {
            return (int) page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
        }

        /** Writes {@code target/screenshots/NAME-light.png} and {@code …-dark.png}, with {@code -Dkoordbridge.screenshots=true}. */
        void screenshots(String name) {
            if (!SCREENSHOTS) {
                return;
            }
            for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                String file = name + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
                page.screenshot(new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setAnimations(ScreenshotAnimations.DISABLED)
                        .setPath(ProjectLayout.find()
                                .root()
                                .resolve("integration-tests/target/screenshots")
                                .resolve(file)));
            }
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
